import type { SystemActor } from '../model/actor.ts';
import { commit } from './access/access.ts';
import type { Context } from './context.ts';
import type { MailQueue } from './mail/mail.ts';
import type { Trash } from './placement/placement.ts';

/** Who tidies up, in the activity log. */
const HOUSEKEEPING: SystemActor = { kind: 'system', name: 'housekeeping' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Items per step. Between steps other requests can run. */
const BATCH = 200;
const ACTIVITY_BATCH = 1000;
/** Number of folders directly in `blobs/`: one per value of the first byte of a hash. */
const BLOB_FOLDERS = 256;

/** What one round of {@link Housekeeping.tidy} deleted. */
export interface TidyReport {
  /** Deletions that were purged from the trash. Each is one entry with everything beneath it. */
  readonly deletions: number;
  readonly blobs: number;
}

/** How long data is kept. */
interface Retention {
  /** Days that entries stay in the trash; 0: until they are purged or restored. */
  readonly trashKeepDays: number;
  /** Days that activities stay in the log; 0: permanently. */
  readonly activityKeepDays: number;
  /** Milliseconds that vacated names are remembered (docs/webdav-clients.md, rules 2 and 3). */
  readonly renameWindowMs: number;
}

/** What {@link Housekeeping} works with. */
interface Parts {
  readonly mailQueue: MailQueue;
  readonly retention: Retention;
  readonly trash: Trash;
}

/**
 * Deletes data whose time has ended: trash, activities, sessions, locks, shares, queued mail, vacated
 * names, and blobs that no version uses.
 */
export class Housekeeping {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Deletes the temporary files of uploads that a crash interrupted. To be called before the service
   * accepts requests, because it would delete the files of running uploads too.
   */
  recover(): void {
    const left = this.#context.blobs.clearIncoming();
    if (left > 0) this.#context.log.info({ left }, 'removed unfinished uploads');
  }

  /** Deletes everything whose time has ended, in small steps, so that other requests can run in between. */
  async tidy(): Promise<TidyReport> {
    const { blobs } = this.#context;
    const { locks, searchIndex, sessions, shares, vacatedNames } = this.#context.tables;
    const { trashKeepDays, renameWindowMs } = this.#parts.retention;
    const now = this.#context.now();
    await commit(this.#context, HOUSEKEEPING, () => {
      locks.deleteExpired(now);
      sessions.deleteExpired(now);
      shares.deleteExpired(now);
      vacatedNames.deleteUntil(now - renameWindowMs);
    });
    await this.#parts.mailQueue.giveUpExpired();
    searchIndex.catchUp();
    let deletions = 0;
    for (let purged = BATCH; purged === BATCH && trashKeepDays > 0; deletions += purged) {
      purged = await this.#parts.trash.purgeExpired(HOUSEKEEPING, now - trashKeepDays * DAY_MS, BATCH);
    }
    await this.#deleteOldActivities(now);
    let swept = 0;
    for (let count = BATCH; count === BATCH; swept += count) count = await blobs.sweep(now, BATCH);
    for (let folder = 0; folder < BLOB_FOLDERS; folder += 1) {
      swept += blobs.sweepFolder(folder, now);
      await new Promise(setImmediate);
    }
    return { deletions, blobs: swept };
  }

  async #deleteOldActivities(now: number): Promise<void> {
    const { activityKeepDays } = this.#parts.retention;
    const before = now - activityKeepDays * DAY_MS;
    for (let deleted = ACTIVITY_BATCH; deleted === ACTIVITY_BATCH && activityKeepDays > 0; ) {
      deleted = await commit(this.#context, HOUSEKEEPING, () =>
        this.#context.tables.activities.deleteOldest(before, ACTIVITY_BATCH),
      );
    }
  }
}
