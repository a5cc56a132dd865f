// Catches a reader of large files that takes new memory for each piece, or that loses or repeats bytes.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFile, readPieces } from '../../../src/storage/disk/file-pieces.ts';

const MIB = 2 ** 20;

describe('reading a file piece by piece', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-pieces-'));
    file = join(directory, 'file');
  });
  afterEach(() => rm(directory, { recursive: true }));

  for (const size of [0, 1, MIB - 1, MIB, 3 * MIB + 1])
    it(`gives all of ${String(size)} bytes, in one buffer`, async () => {
      const content = randomBytes(size);
      await writeFile(file, content);
      const pieces: Buffer[] = [];
      const buffers = new Set<ArrayBufferLike>();
      await readPieces(file, (piece) => {
        pieces.push(Buffer.from(piece));
        buffers.add(piece.buffer);
      });
      assert.deepEqual(Buffer.concat(pieces), content);
      assert.equal(buffers.size, size === 0 ? 0 : 1);
      assert.equal(await hashFile(file), createHash('sha256').update(content).digest('hex'));
    });

  it('does not reuse the buffer before a piece is done with', async () => {
    const content = randomBytes(2 * MIB);
    await writeFile(file, content);
    const copied: Buffer[] = [];
    await readPieces(file, async (piece) => {
      await new Promise(setImmediate);
      copied.push(Buffer.from(piece));
    });
    assert.deepEqual(Buffer.concat(copied), content);
  });

  it('ends with the error of who takes the pieces, and of a file that is not there', async () => {
    await writeFile(file, 'contents');
    await assert.rejects(
      readPieces(file, () => Promise.reject(new Error('full'))),
      /full/,
    );
    await assert.rejects(hashFile(join(directory, 'none')), { code: 'ENOENT' });
  });
});
