import { trial } from '../../support/trial.ts';
import { assertNothingFound, runScript } from '../script.ts';

trial('the crash test', { small: 20, full: 180 }, ({ seed, bySize }) => {
  it('finds nothing after kills', async () => {
    assertNothingFound(await runScript('crash/main', [bySize('3', '60'), String(seed)]));
  });
});
