import assert from 'node:assert/strict';
import { trial } from '../support/trial.ts';
import { runScript } from './script.ts';

trial('npm run bench:scale', { small: 20, full: 120 }, ({ bySize }) => {
  it('builds offices and reports what users at work in them get', async () => {
    const documents = bySize('10000', '100000');
    const { code, stdout, stderr } = await runScript('scale/main', [
      ...['--documents', documents, '--only', 'crowd', '--seconds', '1'],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\| each again as soon as answered +\| +[\d,]+ \|/);
    assert.match(stdout, /\| each once a second +\| +\d+ \|/);
  });
});
