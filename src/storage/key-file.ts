import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './database.ts';

const NAME = 'secret.key';
const BYTES = 32;

/**
 * The key of a data directory: `secret.key`, beside the database and not in it, so that a copy of the database alone
 * does not hold what is sealed with it. Made at first use, readable by its owner only.
 */
export class KeyFile {
  readonly #directory: string;
  readonly #randomBytes: (size: number) => Buffer;
  #key: Buffer | undefined;

  constructor(directory: string, randomBytes: (size: number) => Buffer) {
    this.#directory = directory;
    this.#randomBytes = randomBytes;
  }

  /** 32 bytes. */
  read(): Buffer {
    this.#key ??= this.#find() ?? this.#make();
    return this.#key;
  }

  #find(): Buffer | undefined {
    const file = join(this.#directory, NAME);
    let key: Buffer;
    try {
      key = readFileSync(file);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    if (key.length !== BYTES) throw new Error(`${file} is damaged: it has ${String(key.length)} bytes`);
    return key;
  }

  /** It gets its name when it is whole and on the disk; of two processes at once the first one's stays. */
  #make(): Buffer {
    const key = this.#randomBytes(BYTES);
    const file = join(this.#directory, NAME);
    const draft = `${file}.${this.#randomBytes(8).toString('hex')}`;
    writeSynced(draft, key);
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      unlinkSync(draft);
    }
    syncDirectory(this.#directory);
    return this.#find() ?? key;
  }
}

function writeSynced(file: string, content: Buffer): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
