import { close, open } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);

/** Files that stay open though nobody reads them at the moment. */
const MOST = 32;
/** Who has not been read for that long, and at most twice as long, is closed. */
const IDLE_MS = 2000;

interface OpenFile {
  readonly descriptor: Promise<number>;
  readers: number;
  /** Nobody who comes now gets it any more. */
  isForgotten: boolean;
  /** It was read since the last look around. */
  isFresh: boolean;
}

/** Files that never change, kept open for a moment: who reads a large one piece by piece has it opened once. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  #looking: NodeJS.Timeout | undefined;

  /** Runs `work` with a descriptor of the file, which is good until it has settled. */
  async read(path: string, work: (descriptor: number) => Promise<void>): Promise<void> {
    const file = this.#files.get(path) ?? this.#open(path);
    file.readers += 1;
    file.isFresh = true;
    try {
      await work(await file.descriptor);
    } finally {
      file.readers -= 1;
      if (file.isForgotten) this.#closeUnused(file);
      else if (this.#files.size > MOST) this.forget(path);
    }
  }

  /** Closes a file as soon as nobody reads it: it is to be removed. */
  forget(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    file.isForgotten = true;
    this.#closeUnused(file);
  }

  #open(path: string): OpenFile {
    const descriptor = openFile(path, 'r');
    const file = { descriptor, readers: 0, isForgotten: false, isFresh: true };
    this.#files.set(path, file);
    descriptor.catch(() => {
      if (this.#files.get(path) === file) this.#files.delete(path);
    });
    this.#looking ??= setInterval(() => this.#lookAround(), IDLE_MS).unref();
    return file;
  }

  #lookAround(): void {
    for (const [path, file] of this.#files) {
      if (file.readers === 0 && !file.isFresh) this.forget(path);
      file.isFresh = false;
    }
    if (this.#files.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #closeUnused(file: OpenFile): void {
    if (file.readers > 0) return;
    file.descriptor.then(
      // Nothing was written, so that nothing can be lost by it.
      (descriptor) => close(descriptor, () => undefined),
      () => undefined,
    );
  }
}
