import { close, open } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);

/** Maximum number of open files that no request reads. */
const MAX_OPEN = 32;
/** Interval of the search for idle files, in milliseconds. An idle file is closed after one to two intervals. */
const IDLE_MS = 2000;

interface OpenFile {
  readonly descriptor: Promise<number>;
  readers: number;
  /** True: new reads do not use this descriptor; the last reader closes it. */
  isEvicted: boolean;
  /** True if the file was read since the last search for idle files. */
  wasRead: boolean;
}

/**
 * Keeps files open for a few seconds: clients often read a large file in many range requests, which then open the file
 * only once. Only for files that never change.
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
