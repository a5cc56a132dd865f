import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { type Disk, syncDirectory } from './disk.ts';

const NAME = 'secret.key';
const BYTES = 32;

/**
 * The key of a data directory, in the file `secret.key`. The key is stored outside the database, so that a copy of the
 * database alone is not enough to decrypt secrets. The file is created at first use, readable only by its owner.
 */
export class KeyFile {
  readonly #directory: string;
  readonly #randomBytes: (size: number) => Buffer;
  readonly #disk: Disk;
  #key: Buffer | undefined;

  constructor(directory: string, randomBytes: (size: number) => Buffer, disk: Disk) {
    this.#directory = directory;
    this.#randomBytes = randomBytes;
    this.#disk = disk;
  }

  /**
   * Returns the key, 32 bytes. Creates the file if it is missing.
   * @throws {Error} when the file has another length or cannot be read or written
   */
  read(): Buffer {
    if (this.#key === undefined) {
      const key = this.#readFile() ?? this.#create();
      // Also required if another process created the file: its sync may still be pending.
      this.#disk.confirmNow(() => syncDirectory(this.#directory));
      this.#key = key;
    }
    return this.#key;
  }

  #readFile(): Buffer | undefined {
    const file = join(this.#directory, NAME);
    let key: Buffer;
    try {
      key = readFileSync(file);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    if (key.length !== BYTES)
      throw new Error(`${file} is damaged: it has ${String(key.length)} bytes instead of ${String(BYTES)}`);
    return key;
  }

  /**
   * Writes and syncs the key under a temporary name, then links it to its final name, so that an incomplete file never
   * has the final name. If two processes do this at the same time, both use the key that was linked first.
   */
  #create(): Buffer {
    const key = this.#randomBytes(BYTES);
    const file = join(this.#directory, NAME);
    const temporary = `${file}.${this.#randomBytes(8).toString('hex')}`;
    try {
      this.#writeSynced(temporary, key);
      linkSync(temporary, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    return this.#readFile() ?? key;
  }

  #writeSynced(file: string, content: Buffer): void {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      writeSync(descriptor, content);
      this.#disk.confirmNow(() => fsyncSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
  }
}
