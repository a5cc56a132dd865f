import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const PIECE_BYTES = 2 ** 20;

/**
 * Reads a file chunk by chunk into one reused buffer. A stream allocates memory for each chunk, which V8 frees late:
 * many concurrent files took 100 MiB more.
 * @param consume receives up to 1 MiB per call; the buffer is reused after it resolves
 * @throws {Error} when the file cannot be read (`syscall` of the error is `open`, `fstat` or `read`), or `consume`
 * throws
 */
export async function readPieces(path: string, consume: (piece: Buffer) => unknown): Promise<void> {
  await using handle = await open(path);
  const { size } = await handle.stat();
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), PIECE_BYTES));
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    await consume(buffer.subarray(0, bytesRead));
  }
}

/**
 * SHA-256 of a file, hexadecimal.
 * @throws {Error} when the file cannot be read
 */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await readPieces(path, (piece) => hash.update(piece));
  return hash.digest('hex');
}
