import { busy } from '../model/errors/errors.ts';
import type { Message } from '../model/errors/messages.ts';

/** Maximum number of waiting tasks per user. */
const MAX_PER_USER = 8;

/**
 * Runs one task at a time, round-robin by user. A user with many waiting tasks delays another user by at most one of
 * them.
 */
export class RoundRobinQueue {
  /**
   * Waiting tasks by user; the order of the map is the order of turns. A user whose task is running has a list, too.
   */
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #refusal: Message;
  #isRunning = false;

  /** @param refusal error message for a user with too many waiting tasks */
  constructor(refusal: Message) {
    this.#refusal = refusal;
  }

  /**
   * @param userId or another key of who asks for the task
   * @throws {DmsError} throttled: too many tasks of the user are waiting
   */
  async run<T>(userId: number, task: () => Promise<T>): Promise<T> {
    await this.#wait(userId);
    try {
      return await task();
    } finally {
      this.#next(userId);
    }
  }

  #wait(userId: number): Promise<void> {
    const waiting = this.#waiting.get(userId) ?? [];
    if (waiting.length >= MAX_PER_USER) throw busy(this.#refusal);
    this.#waiting.set(userId, waiting);
    if (this.#isRunning) return new Promise((resolve) => waiting.push(resolve));
    this.#isRunning = true;
    return Promise.resolve();
  }

  /** @param last the user whose task has ended; moves to the end of the order */
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
