import { DAY_MS, HOUR_MS } from '../model/durations.ts';
import { message } from '../model/errors/messages.ts';
import type { SystemActor } from '../model/people/actor.ts';
import { commit } from './access/access.ts';
import type { ActivityLog } from './activity/activity.ts';
import type { Clock } from './clock.ts';
import type { Context } from './context.ts';
import type { ResumableUploads } from './entries/entries.ts';
import type { MailQueue } from './mail/mail.ts';
import type { Erasures, Trash } from './placement/placement.ts';
import type { VersionRetention } from './versions/versions.ts';

/** Actor of housekeeping in the activity log. */
const HOUSEKEEPING: SystemActor = { kind: 'system', name: 'housekeeping' };
/**
 * How long the name of a shared entry stays reserved after its grant has ended. A program may keep using the path until
 * a lock ends, a user may leave a document open over a holiday, and a laptop with unsent changes may be offline.
 */
const MOUNT_NAME_KEEP_MS = 30 * DAY_MS;
/** Used links are kept this long, because the limit of links per hour counts them too. */
const PASSWORD_LINK_KEEP_MS = HOUR_MS;
/** Ended links are kept this long, so that their creators can still see by whom they were used. */
const LINK_KEEP_MS = 90 * DAY_MS;
/** Activities deleted per transaction. Other requests can run between two transactions. */
const ACTIVITY_SLICE = 1000;

/** Counts of what one run of {@link Housekeeping.tidy} deleted. */
export interface TidyReport {
  /** Deletions purged from the trash. Each is one entry with everything beneath it. */
  readonly deletions: number;
  /** Versions that no retention rule keeps. */
  readonly versions: number;
  readonly blobs: number;
}

/** Retention times and limits. */
interface Retention {
  /** Days that entries stay in the trash; 0: until they are purged or restored. */
  readonly trashKeepDays: number;
  /** Days that activities stay in the log; 0: permanently. */
  readonly activityKeepDays: number;
  /** Maximum total size of the stored thumbnails, in bytes. */
  readonly thumbnailBytes: number;
  /** How long vacated names are remembered, in milliseconds (docs/build/webdav-clients.md, rules 2 and 3). */
  readonly renameWindowMs: number;
}

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly clock: Clock;
  readonly erasures: Erasures;
  readonly mailQueue: MailQueue;
  readonly resumableUploads: ResumableUploads;
  readonly retention: Retention;
  readonly trash: Trash;
  readonly versionRetention: VersionRetention;
}

/**
 * Deletes expired data: trash, versions, activities, sessions, locks, shares, links, edit addresses, names of ended
 * shares, queued mail, password links, vacated names, unfinished uploads, and blobs that no version uses.
 */
export class Housekeeping {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** No age-based deletion happens before this time, in milliseconds UTC. */
  #deletesFrom = 0;
  #isStopped = false;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Deletes the temporary files of uploads that a crash interrupted, except those that can be resumed. Must be called
   * before the service accepts requests, because it would also delete the files of running uploads. Also starts to
   * watch the clock. The first comparison is with the last activity, because the clock may have been set while the
   * service was stopped.
   */
  recover(): void {
    const { clock } = this.#deps;
    clock.watch(this.#context.tables.activities.findLastTime(), (by) => this.#clockStepped(by));
    const left = this.#context.blobs.clearIncoming(this.#deps.resumableUploads.waiting());
    if (left > 0) this.#context.log.info({ left }, 'removed unfinished uploads');
  }

  /** Creates or completes the disk reserve of the database, if there is space (docs/build/safety.md). */
  async fillReserve(): Promise<void> {
    await this.#context.database.reserve?.fill();
  }

  /** Checks whether the clock was set. Must be called every few seconds, for periods without requests. */
  lookAtClock(): void {
    this.#context.now();
  }

  /** Ends all deletion after the current step. The next start deletes the rest. */
  stop(): void {
    this.#isStopped = true;
    this.#deps.erasures.stop();
  }

  /**
   * Deletes all expired data in small steps, so that other requests can run in between. For a day after the clock has
   * jumped ahead, nothing is deleted because of its age: the jump may be a mistake.
   */
  async tidy(): Promise<TidyReport> {
    const now = this.#context.now();
    const outdated =
      now < this.#deletesFrom ? { deletions: 0, versions: 0 } : await this.#deleteOutdated(now);
    await this.#deps.erasures.finishAll();
    await this.#deps.resumableUploads.tidy();
    this.#removeAbandoned();
    const blobs = await this.#sweepBlobs(now);
    await this.#tidyRenditions();
    await this.fillReserve();
    return { ...outdated, blobs };
  }

  #removeAbandoned(): void {
    const commands = this.#context.blobs.removeAbandoned();
    if (commands > 0) this.#context.log.info({ commands }, 'removed the files of killed commands');
  }

  async #deleteOutdated(now: number): Promise<Omit<TidyReport, 'blobs'>> {
    const { editAddresses, links, locks, mountNames, passwordLinks, sessions, shares } = this.#context.tables;
    const { unfinishedUploads, vacatedNames } = this.#context.tables;
    const { trashKeepDays, renameWindowMs } = this.#deps.retention;
    await commit(this.#context, HOUSEKEEPING, () => {
      locks.deleteExpired(now);
      sessions.deleteExpired(now);
      passwordLinks.deleteUntil(now, now - PASSWORD_LINK_KEEP_MS);
      shares.deleteExpired(now);
      editAddresses.deleteExpired(now);
      links.deleteEnded(now - LINK_KEEP_MS);
      mountNames.deleteEnded(now, now - MOUNT_NAME_KEEP_MS);
      vacatedNames.deleteUntil(now - renameWindowMs);
      unfinishedUploads.deleteExpired(now);
    });
    await this.#deps.mailQueue.giveUpExpired();
    const before = now - trashKeepDays * DAY_MS;
    let deletions = 0;
    while (
      trashKeepDays > 0 &&
      !this.#isStopped &&
      (await this.#deps.trash.purgeOldest(HOUSEKEEPING, before))
    )
      deletions += 1;
    const versions = await this.#deleteVersions(now);
    await this.#deleteOldActivities(now);
    return { deletions, versions };
  }

  async #deleteVersions(now: number): Promise<number> {
    let versions = 0;
    for await (const deleted of this.#deps.versionRetention.run(HOUSEKEEPING, now)) {
      versions += deleted;
      if (this.#isStopped) break;
    }
    return versions;
  }

  async #sweepBlobs(now: number): Promise<number> {
    let swept = 0;
    for await (const deleted of this.#context.blobs.sweep(now)) {
      swept += deleted;
      if (this.#isStopped) break;
    }
    return swept;
  }

  /** Deletes texts and thumbnails of contents that no longer exist, and thumbnails over the size limit. */
  async #tidyRenditions(): Promise<void> {
    const steps = this.#context.derived.renditions.tidy(this.#deps.retention.thumbnailBytes);
    while (!this.#isStopped && (await steps.next()).done !== true);
  }

  #clockStepped(by: number): void {
    const { log } = this.#context;
    if (by > 0) {
      this.#deletesFrom = this.#context.now() + DAY_MS;
      log.warn(
        { days: Math.round(by / DAY_MS), until: new Date(this.#deletesFrom).toISOString() },
        'the clock is far ahead of the last activity: nothing is deleted because of its age for a day',
      );
      return;
    }
    this.#deletesFrom = 0;
    log.warn({ seconds: Math.round(-by / 1000) }, 'the clock was set back');
    this.#setBack(-by).catch((error: unknown) => {
      log.error({ err: error }, 'expiry times could not be adapted to the clock');
    });
  }

  /** Moves expiry times back with the clock, so that nothing lasts longer because the clock was set back. */
  #setBack(by: number): Promise<void> {
    return commit(this.#context, HOUSEKEEPING, () => {
      const { editAddresses, emailCodes, locks, mails, passwordLinks } = this.#context.tables;
      const { secondFactors, unfinishedUploads, vacatedNames } = this.#context.tables;
      locks.limitExpiry(this.#context.now());
      for (const table of [editAddresses, emailCodes, mails, passwordLinks, secondFactors]) table.setBack(by);
      unfinishedUploads.setBack(by);
      vacatedNames.setBack(by);
      // This activity also has the new time, so the next start does not detect the same step again.
      this.#deps.activity.record(
        HOUSEKEEPING,
        'clock_set_back',
        message('clock_set_back', { seconds: Math.round(by / 1000) }),
      );
    });
  }

  async #deleteOldActivities(now: number): Promise<void> {
    const { activityKeepDays } = this.#deps.retention;
    const before = now - activityKeepDays * DAY_MS;
    if (activityKeepDays === 0) return;
    for (let deleted = ACTIVITY_SLICE; deleted === ACTIVITY_SLICE && !this.#isStopped; ) {
      deleted = await commit(this.#context, HOUSEKEEPING, () =>
        this.#context.tables.activities.deleteOldest(before, ACTIVITY_SLICE),
      );
    }
  }
}
