import type { Readable } from 'node:stream';

/** A request that is bringing bytes of an upload. */
interface Running {
  /** Ends the request, unless it has brought all its bytes. */
  readonly interrupt: () => void;
  readonly ended: Promise<unknown>;
}

/** Lets one request at a time touch an upload. */
export class UploadTurns {
  readonly #running = new Map<number, Running>();

  /** True while a request touches the upload. */
  has(id: number): boolean {
    return this.#running.has(id);
  }

  /**
   * Does something while no other request touches the upload. One that is still bringing bytes is ended first: its
   * connection is broken, or the client has given it up.
   * @param source that the bytes come from
   * @param work calls `isRead` once it needs the source no more
   */
  async alone<T>(
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

  /** Resolves when no request touches any upload. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#running.values(), ({ ended }) => ended));
  }
}
