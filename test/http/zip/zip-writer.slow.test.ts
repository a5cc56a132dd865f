// Would catch an archive whose times other programs cannot read.
import { needs } from '../../support/needs.ts';
import { checkArchive } from './written-archive.ts';

describe('archives that other programs read', function () {
  needs(this, 'python3', 'unzip');

  it('with times that the format has no room for', () =>
    checkArchive(
      [-1e15, 0, 4e15, Number.NaN].map((modifiedAt, index) => ({ name: `f${index}`, size: 1, modifiedAt })),
    ));
});
