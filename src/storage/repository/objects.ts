import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { hasCode } from '../../model/errors/error-code.ts';
import type { NewFiles } from './new-files.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Maximum size of an object in bytes. An object that decompresses to more is damaged. */
const MAX_OBJECT_BYTES = 2 ** 20;

/** A file of the repository is missing, or does not match its name. */
export class DamagedError extends Error {
  /** Path of the file, relative to the repository. */
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file} ${reason}`);
    this.name = 'DamagedError';
    this.file = file;
  }
}

/** A stored object, and the space that it needed. */
export interface StoredObject {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly sha256: string;
  /** Bytes that were added to the repository; 0 if the object existed. */
  readonly added: number;
}

/** Pieces of at most {@link MAX_OBJECT_BYTES}, compressed, each in a file named after the SHA-256 of its bytes. */
export class Objects {
  readonly #root: string;
  readonly #files: NewFiles;

  constructor(root: string, files: NewFiles) {
    this.#root = root;
    this.#files = files;
  }

  /** Stores bytes unless they are already stored. */
  async put(bytes: Uint8Array): Promise<StoredObject> {
    const sha256 = sha256Of(bytes);
    if (await this.has(sha256)) return { sha256, added: 0 };
    const compressed = await compress(bytes);
    await this.#files.write(join(this.#root, objectPath(sha256)), compressed);
    return { sha256, added: compressed.length };
  }

  async has(sha256: string): Promise<boolean> {
    try {
      return (await stat(join(this.#root, objectPath(sha256)))).size > 0;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  /** @throws {DamagedError} when the object is missing, or does not have this hash */
  async get(sha256: string): Promise<Buffer> {
    const file = objectPath(sha256);
    let compressed: Buffer;
    try {
      compressed = await readFile(join(this.#root, file));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw new DamagedError(file, 'is missing');
      if (hasCode(error, 'EIO')) throw new DamagedError(file, 'cannot be read');
      throw error;
    }
    const bytes = await decompress(compressed, { maxOutputLength: MAX_OBJECT_BYTES }).catch(() => undefined);
    if (!bytes || sha256Of(bytes) !== sha256) throw new DamagedError(file, 'is damaged');
    return bytes;
  }
}

/** Path of an object, relative to the repository. */
function objectPath(sha256: string): string {
  return join('objects', sha256.slice(0, 2), sha256);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
