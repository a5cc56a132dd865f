/** Lets works of the same key run one after another, and those of different keys beside each other. */
export class Turns<Key> {
  /** Settles when the latest work of a key has ended. */
  readonly #last = new Map<Key, Promise<unknown>>();

  /** Runs work once all earlier work of the key has ended, whether it failed or not. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
