import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const READ_BYTES = 2 ** 20;

/** SHA-256 of a file, hexadecimal. @throws {Error} it cannot be read */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash);
  return hash.digest('hex');
}
