import { invalid } from '../model/errors/errors.ts';
import type { Actor } from '../model/people/actor.ts';
import { type BackupOutcome, type BackupResultRow, BackupResults } from '../storage/backup-results.ts';
import { requireAdmin } from './access/access.ts';
import type { Context } from './context.ts';
import { Schedule } from './schedule.ts';

/** `backup_failed`: the last attempt failed. `backup_late`: two scheduled times have passed since the last backup. */
export type BackupWarning = 'backup_failed' | 'backup_late';

/** State of the backups of this data directory. */
export interface BackupReport {
  readonly lastSuccess: BackupResultRow | undefined;
  readonly lastFailure: BackupResultRow | undefined;
  /** Time of the next scheduled backup of `dms serve`, in milliseconds UTC; undefined without a schedule. */
  readonly nextAt: number | undefined;
  readonly warning: BackupWarning | undefined;
}

/** Backup settings of `dms serve`. */
export interface BackupPlan {
  /** Absolute path of the destination folder; undefined: `dms serve` makes no backups. */
  readonly destination?: string | undefined;
  /** Cron expression; undefined: backups only on request. */
  readonly schedule?: string | undefined;
}

/** Backup state and settings, for administrators. Times in milliseconds UTC. */
export interface BackupOverview extends BackupReport, BackupPlan {
  /** Start time of the backup that `dms serve` is making now; undefined: none is running. */
  readonly runningSince: number | undefined;
}

/** Result of a backup request by an administrator. */
export interface RequestedBackup {
  /** Milliseconds UTC. */
  readonly startedAt: number;
  /** False: a backup was already running, and the request started no other one. */
  readonly isNew: boolean;
}

/** When backups are due, and the results of earlier ones. `dms backup` makes the backups. */
export class BackupStatus {
  readonly #context: Context;
  readonly #results: BackupResults;
  readonly #plan: BackupPlan;
  readonly #schedule: Schedule | undefined;
  /** Start of the service. Without any earlier backup, a scheduled time counts as missed from here on. */
  readonly #since: number;
  #runningSince: number | undefined;
  #isRequested = false;
  #onRequest: () => void = () => undefined;

  constructor(context: Context, plan: BackupPlan) {
    this.#context = context;
    this.#plan = plan;
    const { schedule } = plan;
    this.#results = new BackupResults(context.database);
    this.#schedule = schedule === undefined ? undefined : new Schedule(schedule);
    this.#since = context.now();
  }

  report(): BackupReport {
    const [lastSuccess, lastFailure] = [this.#last('success'), this.#last('failure')];
    const hasFailed = lastFailure !== undefined && lastFailure.at > (lastSuccess?.at ?? -1);
    const warning = hasFailed ? 'backup_failed' : this.#isLate(lastSuccess) ? 'backup_late' : undefined;
    return { lastSuccess, lastFailure, nextAt: this.nextAt(), warning };
  }

  /** @throws {DmsError} unauthenticated | forbidden (no administrator) */
  overview(actor: Actor): BackupOverview {
    requireAdmin(actor);
    return { ...this.report(), ...this.#plan, runningSince: this.#runningSince };
  }

  /**
   * Requests a backup from `dms serve`, unless one is already running.
   * @throws {DmsError} unauthenticated | forbidden (no administrator) | invalid: no destination is configured
   */
  request(actor: Actor): RequestedBackup {
    const { name } = requireAdmin(actor);
    if (this.#plan.destination === undefined) throw invalid('dest', 'backup_dest_missing');
    if (this.#runningSince !== undefined) return { startedAt: this.#runningSince, isNew: false };
    this.#context.log.info({ user: name }, 'a backup was requested');
    // Counts as running from now on, so that two requests start only one backup.
    this.#runningSince = this.#context.now();
    this.#isRequested = true;
    this.#onRequest();
    return { startedAt: this.#runningSince, isNew: true };
  }

  /** Registers the function that starts a requested backup. `wake` is called on each request. */
  attend(wake: () => void): void {
    this.#onRequest = wake;
  }

  /** True if a requested backup has not started yet. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Must be called immediately before and after each backup, by the code that makes it. */
  noteRun(state: 'begun' | 'ended'): void {
    this.#isRequested = false;
    this.#runningSince = state === 'begun' ? (this.#runningSince ?? this.#context.now()) : undefined;
  }

  /** Time of the next scheduled backup, in milliseconds UTC; undefined without a schedule. */
  nextAt(): number | undefined {
    return this.#schedule?.nextAfter(this.#context.now());
  }

  /**
   * True if a scheduled time has passed since the last backup, or if no backup exists. Also true if the last backup is
   * dated in the future: the clock was ahead then, so its real age is unknown.
   */
  isMissed(): boolean {
    if (!this.#schedule) return false;
    const [last, now] = [this.#last('success'), this.#context.now()];
    return last === undefined || last.at > now || this.#schedule.nextAfter(last.at) <= now;
  }

  /**
   * Records that a backup, or a step after it, failed.
   * @param detail one sentence for administrators
   */
  async failed(destination: string, detail: string): Promise<void> {
    const at = this.#context.now();
    await this.#context.database.transaction(() =>
      this.#results.record({ outcome: 'failure', at, destination, detail }),
    );
  }

  #last(outcome: BackupOutcome): BackupResultRow | undefined {
    return this.#results.list().find((row) => row.outcome === outcome);
  }

  #isLate(last: BackupResultRow | undefined): boolean {
    if (!this.#schedule) return false;
    const now = this.#context.now();
    return this.#schedule.hasPassedTwice(last && last.at <= now ? last.at : this.#since, now);
  }
}
