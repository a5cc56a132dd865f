import { SMALL_DISK } from '../../support/disk/small-disk.ts';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { assertNothingFound, runScript } from '../script.ts';

trial('the test of a full disk', { small: 20, full: 180 }, function ({ seed, bySize }) {
  needs(this, ...SMALL_DISK);

  it('finds nothing', async () => {
    assertNothingFound(await runScript('faults/full', [bySize('0', '20'), String(seed)]));
  });
});
