import type { UnfinishedUpload } from '../../../storage/accounts/accounts.ts';
import type { Context } from '../../context.ts';
import type { UploadBytes } from './upload-bytes.ts';
import type { UploadMutex } from './upload-mutex.ts';

/** Rows per query. */
const SLICE = 100;

interface Dependencies {
  readonly bytes: UploadBytes;
  readonly mutex: UploadMutex;
}

/** Deletes what is left of uploads that have ended: files without a row, and rows without a file. */
export class UploadRemains {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #hasLookedAtFiles = false;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** All incomplete uploads. */
  *incomplete(): Generator<UnfinishedUpload, void> {
    let after = 0;
    for (;;) {
      const slice = this.#context.tables.unfinishedUploads.listFrom(after, SLICE);
      yield* slice;
      const last = slice.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  /** As {@link ResumableUploads.tidy}. */
  async tidy(): Promise<void> {
    const { bytes, mutex } = this.#deps;
    const { blobs, database, tables } = this.#context;
    for (const id of await blobs.partial.ids()) {
      const upload = tables.unfinishedUploads.find(id);
      if ((!upload || upload.entry !== null) && !mutex.isLocked(id)) await bytes.forget(id);
    }
    if (this.#hasLookedAtFiles) return;
    for (const { id } of this.incomplete()) {
      if (mutex.isLocked(id)) continue;
      await mutex.runExclusive(id, undefined, async () => {
        const upload = tables.unfinishedUploads.find(id);
        const isLost = upload?.entry === null && !(await blobs.partial.has(id, upload.offset));
        if (isLost) await database.transaction(() => tables.unfinishedUploads.deleteUnfinished(id));
      });
    }
    this.#hasLookedAtFiles = true;
  }
}
