import { signal } from '@preact/signals';
import type { ApiError } from '../api/api-error.ts';

/** Behaviour if the file's name is taken (docs/build/contract/documents.md §13). */
export type Conflict = 'version' | 'rename' | 'skip';

/** State of an upload. */
export type UploadState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Target of a file. */
export interface UploadPlace {
  readonly folderId: number;
  /** Path below that folder, joined by `/`. */
  readonly path: string;
  readonly conflict: Conflict;
}

/** A version of a document. */
export interface VersionId {
  readonly id: number;
  readonly number: number;
}

let lastId = 0;

/** A file in the upload queue. */
export class UploadItem {
  readonly id = ++lastId;
  readonly file: File;
  readonly place: UploadPlace;
  readonly state = signal<UploadState>('waiting');
  /** Bytes sent so far. */
  readonly sent = signal(0);
  readonly error = signal<ApiError | undefined>(undefined);
  /** Outcome that the service reports: `created`, `version`, `renamed`, `skipped` or `same`. */
  readonly outcome = signal<string | undefined>(undefined);
  /** The version that the upload created; undefined if it created none or the version is unknown. */
  readonly version = signal<VersionId | undefined>(undefined);
  /** The document that had the name before; undefined if there was none or it is unknown. */
  readonly earlier: VersionId | undefined;
  /** Aborts the running attempt; undefined while none runs. */
  attempt: AbortController | undefined;

  constructor(file: File, place: UploadPlace, earlier?: VersionId) {
    this.file = file;
    this.place = place;
    this.earlier = earlier;
  }

  /** True once the upload is done, failed or cancelled. */
  get isOver(): boolean {
    return ['done', 'failed', 'cancelled'].includes(this.state.value);
  }
}
