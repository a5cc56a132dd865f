import { invalid } from '../model/errors/errors.ts';
import type { Actor } from '../model/people/actor.ts';
import { type BackupOutcome, type BackupResultRow, BackupResults } from '../storage/backup-results.ts';
import { requireAdmin } from './access/access.ts';
import type { Context } from './context.ts';
import { Schedule } from './schedule.ts';

/**
 * `backup_failed`: the last attempt failed. `backup_late`: two times of the schedule have gone by since the last
 * backup.
 */
export type BackupWarning = 'backup_failed' | 'backup_late';

/** What is known of the backups of this data directory. */
export interface BackupReport {
  readonly lastSuccess: BackupResultRow | undefined;
  readonly lastFailure: BackupResultRow | undefined;
  /** When `dms serve` makes the next one, in milliseconds UTC; undefined: there is no schedule. */
  readonly nextAt: number | undefined;
  readonly warning: BackupWarning | undefined;
}

/** How `dms serve` is set up to make backups. */
export interface BackupPlan {
  /** Absolute path of the folder that they go to; undefined: it makes none. */
  readonly destination?: string | undefined;
  /** A cron expression; undefined: only when somebody asks. */
  readonly schedule?: string | undefined;
}

/** What an administrator is told of backups. Times in milliseconds UTC. */
export interface BackupOverview extends BackupReport, BackupPlan {
  /** When the backup began that is being made by `dms serve`; undefined: none is. */
  readonly runningSince: number | undefined;
}

/** A backup that an administrator asked for. */
export interface RequestedBackup {
  /** Milliseconds UTC. */
  readonly startedAt: number;
  /** False: one was being made already, and no other one is begun. */
  readonly isNew: boolean;
}

/** When backups are due, and what became of them. `dms backup` makes them. */
export class BackupStatus {
  readonly #context: Context;
  readonly #results: BackupResults;
  readonly #plan: BackupPlan;
  readonly #schedule: Schedule | undefined;
  /** As long as there is no backup, those are missed that were due since then. */
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
   * Asks `dms serve` to make a backup now, if it makes none already.
   * @throws {DmsError} unauthenticated | forbidden (no administrator) | invalid: no destination is configured
   */
  request(actor: Actor): RequestedBackup {
    const { name } = requireAdmin(actor);
    if (this.#plan.destination === undefined) throw invalid('dest', 'backup_dest_missing');
    if (this.#runningSince !== undefined) return { startedAt: this.#runningSince, isNew: false };
    this.#context.log.info({ user: name }, 'a backup was asked for');
    // From here on it counts as running, so that of two requests only one begins it.
    this.#runningSince = this.#context.now();
    this.#isRequested = true;
    this.#onRequest();
    return { startedAt: this.#runningSince, isNew: true };
  }

  /** Says who makes backups: `wake` is called when somebody asks for one. */
  attend(wake: () => void): void {
    this.#onRequest = wake;
  }

  /** True if somebody has asked for a backup that has not begun. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** To be called by who makes backups, before one and after it. */
  noteRun(state: 'begun' | 'ended'): void {
    this.#isRequested = false;
    this.#runningSince = state === 'begun' ? (this.#runningSince ?? this.#context.now()) : undefined;
  }

  /** When the schedule wants the next backup, in milliseconds UTC. */
  nextAt(): number | undefined {
    return this.#schedule?.nextAfter(this.#context.now());
  }

  /**
   * True if a time of the schedule has gone by since the last backup, and if there was never one. If that was made by a
   * clock that was ahead, nobody knows.
   */
  isMissed(): boolean {
    if (!this.#schedule) return false;
    const [last, now] = [this.#last('success'), this.#context.now()];
    return last === undefined || last.at > now || this.#schedule.nextAfter(last.at) <= now;
  }

  /** Records that a backup, or what was to be done after it, failed. @param detail one sentence for administrators */
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
