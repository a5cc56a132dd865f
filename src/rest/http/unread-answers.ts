import type { ServerResponse } from 'node:http';

/** Who has more answers that are not read gets no further one. In bytes; no client waits with as much on purpose. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Answers of requests that were let in together are cut off beyond this. In bytes; no single answer is as long. */
const CUT_OFF_BYTES = 64 * 1024 * 1024;

/**
 * How many bytes of answers are in memory, by who has asked for them: a client that asks and does not read would fill
 * it. What the system takes at once does not count.
 */
export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();

  /** True if so much waits that no further request is carried out. */
  isFull(reader: string): boolean {
    return (this.#bytes.get(reader) ?? 0) > MAX_BYTES;
  }

  /**
   * @returns a function that counts bytes of the response until that has been sent, and cuts it off if they are too
   * many altogether
   */
  counter(reader: string, res: ServerResponse): (bytes: number) => void {
    let counted = 0;
    res.once('close', () => this.#add(reader, -counted));
    return (bytes) => {
      if (res.closed) return;
      counted += bytes;
      if (this.#add(reader, bytes) > CUT_OFF_BYTES) res.destroy();
    };
  }

  #add(reader: string, bytes: number): number {
    const sum = (this.#bytes.get(reader) ?? 0) + bytes;
    if (sum > 0) this.#bytes.set(reader, sum);
    else this.#bytes.delete(reader);
    return sum;
  }
}
