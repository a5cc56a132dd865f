import { close, open } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);

/** Files that may stay open while no request reads them. */
const MAX_OPEN = 32;
/** A file that is not read is closed after this time, after twice this time at the latest. */
const IDLE_MS = 2000;

interface OpenFile {
  readonly descriptor: Promise<number>;
  readers: number;
  /** New reads do not use this descriptor any more; it is closed when the last reader is done. */
  isEvicted: boolean;
  /** It was read since the last search for idle files. */
  wasRead: boolean;
}

/**
 * Keeps files open for a few seconds: a client often reads a large file in many range requests, and then the
 * file is opened only once. Only for files that never change.
 */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  #idleTimer: NodeJS.Timeout | undefined;

  /** Runs `work` with a descriptor of the file. The descriptor is valid until `work` has settled. */
  async read(path: string, work: (descriptor: number) => Promise<void>): Promise<void> {
    const file = this.#files.get(path) ?? this.#open(path);
    file.readers += 1;
    file.wasRead = true;
    try {
      await work(await file.descriptor);
    } finally {
      file.readers -= 1;
      if (file.isEvicted) this.#closeIfUnused(file);
      else if (this.#files.size > MAX_OPEN) this.evict(path);
    }
  }

  /** Closes a file as soon as no request reads it. Call it before the file is deleted or replaced. */
  evict(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    file.isEvicted = true;
    this.#closeIfUnused(file);
  }

  #open(path: string): OpenFile {
    const descriptor = openFile(path, 'r');
    const file = { descriptor, readers: 0, isEvicted: false, wasRead: true };
    this.#files.set(path, file);
    descriptor.catch(() => {
      if (this.#files.get(path) === file) this.#files.delete(path);
    });
    this.#idleTimer ??= setInterval(() => this.#closeIdle(), IDLE_MS).unref();
    return file;
  }

  #closeIdle(): void {
    for (const [path, file] of this.#files) {
      if (file.readers === 0 && !file.wasRead) this.evict(path);
      file.wasRead = false;
    }
    if (this.#files.size > 0) return;
    clearInterval(this.#idleTimer);
    this.#idleTimer = undefined;
  }

  #closeIfUnused(file: OpenFile): void {
    if (file.readers > 0) return;
    file.descriptor.then(
      // The file was only read, so an error at closing loses no data.
      (descriptor) => close(descriptor, () => undefined),
      () => undefined,
    );
  }
}
