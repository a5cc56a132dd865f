import assert from 'node:assert/strict';
import { trial } from '../../support/trial.ts';
import { runScript } from '../script.ts';

trial('the test of changed bytes', { small: 20, full: 60 }, ({ seed, bySize }) => {
  it('ends each check with a report', async () => {
    const { code, stdout, stderr } = await runScript('corruption/main', [bySize('40', '2000'), String(seed)]);
    assert.match(stdout, /^found: [1-9]\d*$/m);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
});
