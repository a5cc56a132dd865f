import { busy } from '../model/errors/errors.ts';
import type { Message } from '../model/errors/messages.ts';

/** Most tasks of one user that wait. */
const MAX_PER_USER = 8;

/**
 * Runs one task at a time. Users take turns: who has many tasks waiting keeps nobody else waiting for more than
 * one of them.
 */
export class Turns {
  /** By user. The order of the map is that of their turns. A user whose task runs has a list, too. */
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #refusal: Message;
  #isRunning = false;

  /** @param refusal what a user is told who has too many tasks waiting */
  constructor(refusal: Message) {
    this.#refusal = refusal;
  }

  /** @throws {DmsError} throttled: too many tasks of the user wait */
  async run<T>(userId: number, task: () => Promise<T>): Promise<T> {
    await this.#turn(userId);
    try {
      return await task();
    } finally {
      this.#next(userId);
    }
  }

  #turn(userId: number): Promise<void> {
    const waiting = this.#waiting.get(userId) ?? [];
    if (waiting.length >= MAX_PER_USER) throw busy(this.#refusal);
    this.#waiting.set(userId, waiting);
    if (this.#isRunning) return new Promise((resolve) => waiting.push(resolve));
    this.#isRunning = true;
    return Promise.resolve();
  }

  /** @param last the user whose task has ended: all others come first */
  #next(last: number): void {
    const own = this.#waiting.get(last) ?? [];
    this.#waiting.delete(last);
    if (own.length > 0) this.#waiting.set(last, own);
    const [first] = this.#waiting.values();
    const next = first?.shift();
    if (next) next();
    else this.#isRunning = false;
  }
}
