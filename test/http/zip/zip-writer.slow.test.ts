// Would catch an archive with so many entries, or such times, that other programs cannot read it.
import { needs } from '../../support/needs.ts';
import { checkArchive, emptyContents } from './written-archive.ts';

describe('archives that other programs read', function () {
  needs(this, 'python3', 'unzip');

  it('with more entries than the plain format has room for', () => checkArchive(emptyContents(65_535)));

  it('with times that the format has no room for', () =>
    checkArchive(
      [-1e15, 0, 4e15, Number.NaN].map((modifiedAt, index) => ({ name: `f${index}`, size: 1, modifiedAt })),
    ));
});
