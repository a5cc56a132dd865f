import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ZipEntry, ZipWriter, zipLength } from '../../../src/http/zip/zip-writer.ts';

const run = promisify(execFile);

const PIECE = Buffer.alloc(16 * 1024 * 1024);
const PYTHON = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(len(z.infolist()), sum(i.file_size for i in z.infolist()))
`;

async function write(entries: readonly ZipEntry[], into: FileHandle): Promise<number> {
  let position = 0;
  const zip = new ZipWriter(async (bytes) => {
    // Zeros become a hole in the file.
    if (bytes.buffer !== PIECE.buffer) await into.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  });
  for (const entry of entries)
    await zip.add(entry, async (consume) => {
      for (let left = entry.size ?? 0; left > 0; left -= PIECE.length) await consume(PIECE.subarray(0, left));
    });
  await zip.end();
  return position;
}

/**
 * Writes an archive of zeros, which occupy no disk space, and lets other programs read it.
 * @throws {Error} if its length differs from {@link zipLength}, or if a program does not accept it
 */
export async function checkArchive(entries: readonly ZipEntry[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'dms-zip-'));
  const path = join(directory, 'archive.zip');
  const file = await open(path, 'w');
  const length = await write(entries, file);
  await file.close();
  assert.equal(length, zipLength(entries));
  const sum = entries.reduce((bytes, { size = 0 }) => bytes + size, 0);
  const { stdout } = await run('python3', ['-c', PYTHON, path]);
  assert.equal(stdout.trim(), `${entries.length} ${sum}`);
  await run('unzip', ['-tqq', path], { maxBuffer: 64 * 1024 * 1024 });
  await rm(directory, { recursive: true });
}

/** Entries without content, for {@link checkArchive}. */
export function emptyContents(count: number): ZipEntry[] {
  const modifiedAt = Date.UTC(2026, 10, 23);
  return Array.from({ length: count }, (_, index) => ({ name: `f${index}`, size: 0, modifiedAt }));
}
