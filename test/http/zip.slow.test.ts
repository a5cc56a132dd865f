import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ZipEntry, ZipWriter, zipLength } from '../../src/http/zip.ts';

const run = promisify(execFile);

const PIECE = Buffer.alloc(16 * 1024 * 1024);
const PYTHON = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(len(z.infolist()), sum(i.file_size for i in z.infolist()))
`;

/** Archives of zeros, which take no room on the disk. */
describe('large archives', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-zip-'));
  });
  after(() => rm(directory, { recursive: true }));

  async function write(entries: readonly ZipEntry[], into: FileHandle): Promise<number> {
    let position = 0;
    const zip = new ZipWriter(async (bytes) => {
      // A hole in the file.
      if (bytes.buffer !== PIECE.buffer) await into.write(bytes, 0, bytes.length, position);
      position += bytes.length;
    });
    for (const entry of entries)
      await zip.add(entry, async (consume) => {
        for (let left = entry.size ?? 0; left > 0; left -= PIECE.length)
          await consume(PIECE.subarray(0, left));
      });
    await zip.end();
    return position;
  }

  async function check(entries: readonly ZipEntry[]): Promise<void> {
    const path = join(directory, 'archive.zip');
    const file = await open(path, 'w');
    const length = await write(entries, file);
    await file.close();
    assert.equal(length, zipLength(entries));
    const sum = entries.reduce((bytes, { size = 0 }) => bytes + size, 0);
    const { stdout } = await run('python3', ['-c', PYTHON, path]);
    assert.equal(stdout.trim(), `${entries.length} ${sum}`);
    await run('unzip', ['-tqq', path], { maxBuffer: 64 * 1024 * 1024 });
  }

  const at = Date.UTC(2026, 10, 23);
  const FOLDER: ZipEntry = { name: 'folder', size: undefined, modifiedAt: at };

  it('with a content of more than 4 GiB, and what comes after it', () =>
    check([
      { name: 'before', size: 70_000, modifiedAt: at },
      { name: 'large', size: 2 ** 32 + 1, modifiedAt: at },
      FOLDER,
      { folder: FOLDER, name: 'after', size: 70_000, modifiedAt: at },
    ]));

  it('with a content whose size is the mark for longer ones, and what comes after it', () =>
    check([
      { name: 'before', size: 70_000, modifiedAt: at },
      { name: 'large', size: 2 ** 32 - 1, modifiedAt: at },
      FOLDER,
      { folder: FOLDER, name: 'after', size: 70_000, modifiedAt: at },
    ]));

  for (const count of [65_534, 65_535])
    it(`with ${count} entries`, () =>
      check(Array.from({ length: count }, (_, index) => ({ name: `f${index}`, size: 0, modifiedAt: at }))));

  it('with times that the format has no room for', () =>
    check(
      [-1e15, 0, 4e15, Number.NaN].map((modifiedAt, index) => ({ name: `f${index}`, size: 1, modifiedAt })),
    ));
});
