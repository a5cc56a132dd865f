import type { ServerResponse } from 'node:http';

/**
 * Maximum of unread responses per caller, in bytes; above it, further requests are rejected. No legitimate client has
 * as many.
 */
const MAX_BYTES = 16 * 1024 * 1024;
/**
 * Limit at which the response that exceeds it is aborted, in bytes. Only requests accepted at the same time reach it,
 * since no single response is as long.
 */
const CUT_OFF_BYTES = 64 * 1024 * 1024;

/**
 * Counts the bytes of responses in memory, by caller: a client that requests but does not read could fill the memory.
 * Bytes that the operating system accepts immediately do not count.
 */
export class BufferedResponses {
  readonly #bytes = new Map<string, number>();

  /** True if the caller has too many unread bytes for a further request. */
  isFull(reader: string): boolean {
    return (this.#bytes.get(reader) ?? 0) > MAX_BYTES;
  }

  /**
   * @returns a function that counts bytes of the response until it is closed, and aborts the response if the caller's
   * total is too high
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
