type Step = () => Promise<void>;

/** The benchmark is being ended; nothing new is begun. */
export class Interrupted extends Error {}

/** What is to be undone when the benchmark ends, in whatever way: processes ended, folders removed. */
export class Undo {
  readonly #steps = new Set<Step>();
  #isOver = false;

  /** To be called right before something is begun that is to be undone. @throws {Interrupted} */
  assertOpen(): void {
    if (this.#isOver) throw new Interrupted('interrupted');
  }

  /** @returns undoes it now; who calls it a second time waits for the first */
  add(step: Step): Step {
    let done: Promise<void> | undefined;
    const undo = (): Promise<void> => (done ??= step().finally(() => this.#steps.delete(undo)));
    this.#steps.add(undo);
    return undo;
  }

  /** Undoes all, the latest first. */
  async all(): Promise<void> {
    this.#isOver = true;
    for (const step of [...this.#steps].reverse()) await step();
  }
}
