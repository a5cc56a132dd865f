// Would catch an archive with so many entries, or so large a content, that other programs cannot read it.
import type { ZipEntry } from '../../../src/http/zip/zip-writer.ts';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { checkArchive, emptyContents } from './written-archive.ts';

const at = Date.UTC(2026, 10, 23);
/** In bytes: the mark of the format for longer contents, and a content of more than 4 GiB. */
const SIZES = [2 ** 32 - 1, 2 ** 32 + 1];
/** As many entries as the plain format has room for, and one more. */
const COUNTS = [65_534, 65_535];
const FOLDER: ZipEntry = { name: 'folder', size: undefined, modifiedAt: at };

/** A content of so many bytes, with others before and after it. */
const around = (size: number): readonly ZipEntry[] => [
  { name: 'before', size: 70_000, modifiedAt: at },
  { name: 'large', size, modifiedAt: at },
  FOLDER,
  { folder: FOLDER, name: 'after', size: 70_000, modifiedAt: at },
];

trial('archives beyond the plain format', { small: 20, full: 20 }, function ({ seed, bySize }) {
  needs(this, 'python3', 'unzip');

  for (const size of bySize(SIZES.slice(seed % 2).slice(0, 1), SIZES))
    it(`of ${String(size)} bytes, and what comes after it`, () => checkArchive(around(size)));

  for (const count of bySize(COUNTS.slice(seed % 2).slice(0, 1), COUNTS))
    it(`with ${String(count)} entries`, () => checkArchive(emptyContents(count)));
});
