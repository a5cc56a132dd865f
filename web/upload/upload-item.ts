import { signal } from '@preact/signals';
import type { ApiError } from '../api/api-error.ts';

/** What happens if the name of a file is taken (docs/build/contract/documents.md §13). */
export type Conflict = 'version' | 'rename' | 'skip';

/** How far a file is. */
export type UploadState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Where a file goes. */
export interface UploadPlace {
  readonly folderId: number;
  /** Folders beneath that one, with `/` between. */
  readonly path: string;
  readonly conflict: Conflict;
}

/** A version of a document. */
export interface VersionId {
  readonly id: number;
  readonly number: number;
}

let lastId = 0;

/** One file on its way. */
export class UploadItem {
  readonly id = ++lastId;
  readonly file: File;
  readonly place: UploadPlace;
  readonly state = signal<UploadState>('waiting');
  /** Bytes that have gone out. */
  readonly sent = signal(0);
  readonly error = signal<ApiError | undefined>(undefined);
  /** What became of it, as the service says: `created`, `version`, `renamed`, `skipped` or `same`. */
  readonly outcome = signal<string | undefined>(undefined);
  /** The version that the file has become; undefined if it has become none, or it is not known. */
  readonly version = signal<VersionId | undefined>(undefined);
  /** What had the name before; undefined if nothing had, or it is not known. */
  readonly earlier: VersionId | undefined;
  /** Breaks off the attempt that is under way; undefined while none is. */
  attempt: AbortController | undefined;

  constructor(file: File, place: UploadPlace, earlier?: VersionId) {
    this.file = file;
    this.place = place;
    this.earlier = earlier;
  }

  /** True if nothing more happens to it by itself. */
  get isOver(): boolean {
    return ['done', 'failed', 'cancelled'].includes(this.state.value);
  }
}
