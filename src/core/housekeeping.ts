import type { Blobs } from '../storage/blobs.ts';
import type { LockTable } from '../storage/locks.ts';
import type { SessionTable } from '../storage/sessions.ts';
import { type Context, commit } from './context.ts';
import type { Trash } from './trash.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Things done in one go before other requests get their turn. */
const BATCH = 200;
/** Folders directly beneath `blobs/`. */
const BLOB_FOLDERS = 256;

/** What one round of {@link Housekeeping.tidy} did away with. */
export interface Tidied {
  readonly deletions: number;
  readonly blobs: number;
}

/** Does away with what has had its time: trash, sessions, locks, blobs that nothing names. */
export class Housekeeping {
  readonly #context: Context;
  readonly #trash: Trash;
  readonly #tables: { readonly blobs: Blobs; readonly locks: LockTable; readonly sessions: SessionTable };
  readonly #keepDays: number;

  /** @param keepDays how long the trash keeps what was deleted; 0: for good */
  constructor(
    context: Context,
    trash: Trash,
    tables: { blobs: Blobs; locks: LockTable; sessions: SessionTable },
    keepDays: number,
  ) {
    this.#context = context;
    this.#trash = trash;
    this.#tables = tables;
    this.#keepDays = keepDays;
  }

  /** Removes what a crash left of uploads. Only before the service takes requests. */
  recover(): void {
    const left = this.#tables.blobs.clearIncoming();
    if (left > 0) this.#context.log.info({ left }, 'removed unfinished uploads');
  }

  /** One round, in small steps. */
  async tidy(): Promise<Tidied> {
    const { blobs, locks, sessions } = this.#tables;
    const now = this.#context.now();
    await commit(this.#context, () => {
      locks.deleteExpired(now);
      sessions.deleteExpired(now);
    });
    let deletions = 0;
    for (let gone = BATCH; gone === BATCH && this.#keepDays > 0; deletions += gone) {
      gone = await this.#trash.purgeExpired(now - this.#keepDays * DAY_MS, BATCH);
    }
    let swept = 0;
    for (let gone = BATCH; gone === BATCH; swept += gone) gone = await blobs.sweep(now, BATCH);
    for (let folder = 0; folder < BLOB_FOLDERS; folder += 1) {
      swept += blobs.sweepFolder(folder, now);
      await new Promise(setImmediate);
    }
    return { deletions, blobs: swept };
  }
}
