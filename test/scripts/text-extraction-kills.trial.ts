import assert from 'node:assert/strict';
import { trial } from '../support/trial.ts';
import { runScript } from './script.ts';

trial('the test of reading with kills', { small: 20, full: 120 }, ({ bySize }) => {
  it('finds nothing', async () => {
    const args = bySize(
      ['--uploads', '40', '--kills', '2', '--child-kills', '3'],
      ['--uploads', '500', '--kills', '10', '--child-kills', '20'],
    );
    const { code, stdout, stderr } = await runScript('text-extraction/kills', args);
    assert.match(stdout, /\n\d+ documents, 0 incomplete, 0 different\n$/, stderr);
    assert.equal(code, 0);
  });
});
