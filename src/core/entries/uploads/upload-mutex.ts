import type { Readable } from 'node:stream';

/** A request that is using an upload. */
interface Running {
  /** Aborts the request, unless it has sent all its bytes. */
  readonly interrupt: () => void;
  readonly ended: Promise<unknown>;
}

/** Mutual exclusion per upload: one request at a time uses it. */
export class UploadMutex {
  readonly #running = new Map<number, Running>();

  /** True while a request uses the upload. */
  isLocked(id: number): boolean {
    return this.#running.has(id);
  }

  /**
   * Runs `work` while no other request uses the upload. A request that is still sending bytes is aborted first: its
   * connection is broken, or the client has abandoned it.
   * @param source stream of the bytes that this request sends
   * @param work calls `isRead` once it no longer needs the source
   */
  async runExclusive<T>(
    id: number,
    source: Readable | undefined,
    work: (isRead: () => void) => Promise<T>,
  ): Promise<T> {
    for (let other = this.#running.get(id); other; other = this.#running.get(id)) {
      other.interrupt();
      await other.ended;
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
    let reading = source;
    const interrupt = () => reading?.destroy(new Error('another request goes on with the upload'));
    this.#running.set(id, { interrupt, ended });
    try {
      return await work(() => (reading = undefined));
    } finally {
      this.#running.delete(id);
      end(undefined);
    }
  }

  /** Resolves when all current requests on uploads have ended. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#running.values(), ({ ended }) => ended));
  }
}
