import { type BackupOutcome, type BackupResultRow, BackupResults } from '../storage/backup-results.ts';
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

/** When backups are due, and what became of them. `dms backup` makes them. */
export class BackupStatus {
  readonly #context: Context;
  readonly #results: BackupResults;
  readonly #schedule: Schedule | undefined;
  /** As long as there is no backup, those are missed that were due since then. */
  readonly #since: number;

  /** @param schedule a cron expression; undefined: backups are not made by `dms serve` */
  constructor(context: Context, schedule: string | undefined) {
    this.#context = context;
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
