import { type Context, commit } from './context.ts';
import type { MailQueue } from './mail/mail.ts';
import type { Trash } from './placement/placement.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Things done in one go before other requests get their turn. */
const BATCH = 200;
const ACTIVITIES = 1000;
/** Folders directly beneath `blobs/`. */
const BLOB_FOLDERS = 256;

/** What one round of {@link Housekeeping.tidy} did away with. */
export interface Tidied {
  readonly deletions: number;
  readonly blobs: number;
}

/** How long things are kept. */
interface Terms {
  /** What was deleted; 0: for good. */
  readonly trashKeepDays: number;
  /** What happened; 0: for good. */
  readonly activityKeepDays: number;
  /** Names that documents left while they were being saved. */
  readonly renameWindowMs: number;
}

/** What {@link Housekeeping} works with. */
interface Parts {
  readonly mailQueue: MailQueue;
  readonly terms: Terms;
  readonly trash: Trash;
}

/** Does away with what has had its time: trash, activity, sessions, locks, shares, letters, blobs that nothing names. */
export class Housekeeping {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Removes what a crash left of uploads. Only before the service takes requests. */
  recover(): void {
    const left = this.#context.blobs.clearIncoming();
    if (left > 0) this.#context.log.info({ left }, 'removed unfinished uploads');
  }

  /** One round, in small steps. */
  async tidy(): Promise<Tidied> {
    const { blobs } = this.#context;
    const { locks, searchIndex, sessions, shares, vacatedNames } = this.#context.tables;
    const { trashKeepDays, renameWindowMs } = this.#parts.terms;
    const now = this.#context.now();
    await commit(this.#context, () => {
      locks.deleteExpired(now);
      sessions.deleteExpired(now);
      shares.deleteExpired(now);
      this.#parts.mailQueue.giveUpExpired();
      vacatedNames.deleteUntil(now - renameWindowMs);
    });
    searchIndex.catchUp();
    let deletions = 0;
    for (let gone = BATCH; gone === BATCH && trashKeepDays > 0; deletions += gone) {
      gone = await this.#parts.trash.purgeExpired(now - trashKeepDays * DAY_MS, BATCH);
    }
    await this.#forget(now);
    let swept = 0;
    for (let gone = BATCH; gone === BATCH; swept += gone) gone = await blobs.sweep(now, BATCH);
    for (let folder = 0; folder < BLOB_FOLDERS; folder += 1) {
      swept += blobs.sweepFolder(folder, now);
      await new Promise(setImmediate);
    }
    return { deletions, blobs: swept };
  }

  async #forget(now: number): Promise<void> {
    const { activityKeepDays } = this.#parts.terms;
    const before = now - activityKeepDays * DAY_MS;
    for (let gone = ACTIVITIES; gone === ACTIVITIES && activityKeepDays > 0; ) {
      gone = await commit(this.#context, () =>
        this.#context.tables.activities.deleteOldest(before, ACTIVITIES),
      );
    }
  }
}
