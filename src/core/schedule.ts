import { Cron } from 'croner';

/** Times at which something is to be done, such as every night at half past two, in the time zone of the machine. */
export class Schedule {
  readonly #cron: Cron;

  /** @param expression five fields as in crontab(5), or a word such as `@daily`, of which a time will come */
  constructor(expression: string) {
    this.#cron = new Cron(expression, { mode: '5-part' });
  }

  /** The first of its times after that one. Both are milliseconds UTC. */
  nextAfter(time: number): number {
    const next = this.#cron.nextRun(new Date(time));
    if (!next) throw new Error('a schedule has come to its end');
    return next.getTime();
  }

  /** True if two of its times have gone by between `since` and `now`, in milliseconds UTC. */
  hasPassedTwice(since: number, now: number): boolean {
    return this.nextAfter(this.nextAfter(since)) <= now;
  }
}
