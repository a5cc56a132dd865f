type Cleanup = () => Promise<void>;

/** The benchmark was interrupted and must not start anything new. */
export class Interrupted extends Error {}

/** Cleanups (stop a server, remove a folder) that run when the benchmark ends, also after a failure or a signal. */
export class Cleanups {
  readonly #cleanups = new Set<Cleanup>();
  #isOver = false;

  /** Call this right before starting something that needs a cleanup. @throws {Interrupted} */
  assertOpen(): void {
    if (this.#isOver) throw new Interrupted('interrupted');
  }

  /** Registers a cleanup. @returns a function that runs the cleanup now; further calls wait for the first one */
  add(cleanup: Cleanup): Cleanup {
    let done: Promise<void> | undefined;
    const runOnce = (): Promise<void> => (done ??= cleanup().finally(() => this.#cleanups.delete(runOnce)));
    this.#cleanups.add(runOnce);
    return runOnce;
  }

  /** Runs all cleanups, in reverse order of registration. */
  async runAll(): Promise<void> {
    this.#isOver = true;
    for (const cleanup of [...this.#cleanups].reverse()) await cleanup();
  }
}
