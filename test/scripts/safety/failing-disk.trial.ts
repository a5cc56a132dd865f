import assert from 'node:assert/strict';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { assertNothingFound, runScript } from '../script.ts';

trial('the test of a failing disk', { small: 20, full: 180 }, function ({ seed, bySize }) {
  needs(this, 'cc');

  it('finds nothing in rounds in which calls failed', async () => {
    const finished = await runScript('faults/eio', [bySize('4', '50'), String(seed)]);
    assertNothingFound(finished);
    assert.match(finished.stdout, /[1-9]\d* calls failed/);
  });

  it('fails if no call failed', async () => {
    const { code, stdout, stderr } = await runScript('faults/eio', ['1', String(seed), '--percent', '0']);
    assert.match(stdout, / 0 calls failed,.*0 other faults\n$/, stderr);
    assert.equal(code, 1);
  });
});
