import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const PIECE_BYTES = 2 ** 20;

/**
 * Reads a file chunk by chunk into one reused buffer. A stream allocates memory for each chunk, which V8 frees late:
 * many concurrent files took 100 MiB more.
 * @param source path, or a file that was just opened; the caller closes the latter
 * @param consume receives up to 1 MiB per call; the buffer is reused after it resolves
 * @throws {Error} when the file cannot be read (`syscall` of the error is `open`, `fstat` or `read`), or `consume`
 * throws
 */
export async function readPieces(
  source: string | FileHandle,
  consume: (piece: Buffer) => unknown,
): Promise<void> {
  if (typeof source !== 'string') return readAll(source, consume);
  await using handle = await open(source);
  await readAll(handle, consume);
}

async function readAll(handle: FileHandle, consume: (piece: Buffer) => unknown): Promise<void> {
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
 * @param source see {@link readPieces}
 * @throws {Error} when the file cannot be read
 */
export async function hashFile(source: string | FileHandle): Promise<string> {
  const hash = createHash('sha256');
  await readPieces(source, (piece) => hash.update(piece));
  return hash.digest('hex');
}
