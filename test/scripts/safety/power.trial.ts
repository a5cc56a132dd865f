import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { assertNothingFound, runScript } from '../script.ts';

trial('the test of power cuts', { small: 20, full: 180 }, function ({ seed, bySize }) {
  needs(this, 'root', 'mkfs.ext4', 'mkfs.btrfs', 'xfs_io');

  it('finds nothing after cuts on each file system', async () => {
    assertNothingFound(await runScript('crash/power', [bySize('2', '30'), String(seed)]));
  });
});
