import type { Thread } from '../../threads/thread.ts';
import type { WriterJob } from '../derived-writer.ts';
import { isBroken } from '../files.ts';

/** Starts the repair of broken files. */
export class Repair {
  readonly #writer: Thread<WriterJob, never>;
  #isRunning = false;

  constructor(writer: Thread<WriterJob, never>) {
    this.#writer = writer;
  }

  /**
   * Starts a check of the files if this error of a reader reports damage.
   * @returns false for any other error
   */
  noticed(error: unknown): boolean {
    if (!isBroken(error)) return false;
    if (this.#isRunning) return true;
    this.#isRunning = true;
    // If the check fails, the next write reports the fault.
    this.#writer
      .run({ do: 'check' })
      .catch(() => undefined)
      .finally(() => (this.#isRunning = false));
    return true;
  }
}
