import { Cron } from 'croner';

/** Scheduled times, such as every night at half past two, in the time zone of the machine. */
export class Schedule {
  readonly #cron: Cron;

  /**
   * @param expression five fields as in crontab(5), or a word such as `@daily`; it must match at least one future time
   */
  constructor(expression: string) {
    this.#cron = new Cron(expression, { mode: '5-part' });
  }

  /** The first scheduled time after `time`, both in milliseconds UTC. */
  nextAfter(time: number): number {
    const next = this.#cron.nextRun(new Date(time));
    if (!next) throw new Error('a schedule has come to its end');
    return next.getTime();
  }

  /** True if two scheduled times have passed between `since` and `now`, both in milliseconds UTC. */
  hasPassedTwice(since: number, now: number): boolean {
    return this.nextAfter(this.nextAfter(since)) <= now;
  }
}
