import type { ZipEntry } from '../../../src/http/zip/zip-writer.ts';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { checkArchive, emptyContents } from './written-archive.ts';

const at = Date.UTC(2026, 10, 23);
const FOLDER: ZipEntry = { name: 'folder', size: undefined, modifiedAt: at };

/** A content of so many bytes, with others before and after it. */
const around = (size: number): readonly ZipEntry[] => [
  { name: 'before', size: 70_000, modifiedAt: at },
  { name: 'large', size, modifiedAt: at },
  FOLDER,
  { folder: FOLDER, name: 'after', size: 70_000, modifiedAt: at },
];

trial('archives with a large content', { small: 8, full: 20 }, function () {
  needs(this, 'python3', 'unzip');

  it('of more than 4 GiB, and what comes after it', () => checkArchive(around(2 ** 32 + 1)));

  it('whose size is the mark for longer ones, and what comes after it', () =>
    checkArchive(around(2 ** 32 - 1)));

  it('with as many entries as the plain format has room for', () => checkArchive(emptyContents(65_534)));
});
