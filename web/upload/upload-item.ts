import { signal } from '@preact/signals';
import type { ApiError } from '../api/api-error.ts';

/** What happens if the name of a file is taken (docs/contract.md). */
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
  /** Breaks off what runs; undefined while nothing does. */
  abort: (() => void) | undefined;

  constructor(file: File, place: UploadPlace) {
    this.file = file;
    this.place = place;
  }

  /** True if nothing more happens to it by itself. */
  get isOver(): boolean {
    return ['done', 'failed', 'cancelled'].includes(this.state.value);
  }
}
