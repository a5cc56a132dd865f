import type { Thread } from '../../threads/thread.ts';
import type { WriterJob } from '../derived-writer.ts';
import { isBroken } from '../files.ts';

/** Has broken files made anew. */
export class Repair {
  readonly #writer: Thread<WriterJob, never>;
  #isRunning = false;

  constructor(writer: Thread<WriterJob, never>) {
    this.#writer = writer;
  }

  /**
   * Begins to look for what is broken if this error of a reader says so.
   * @returns false if the error says something else
   */
  noticed(error: unknown): boolean {
    if (!isBroken(error)) return false;
    if (this.#isRunning) return true;
    this.#isRunning = true;
    // If the files cannot be looked at, whoever writes next reports that.
    this.#writer
      .run({ do: 'check' })
      .catch(() => undefined)
      .finally(() => (this.#isRunning = false));
    return true;
  }
}
