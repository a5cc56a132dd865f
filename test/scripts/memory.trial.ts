import assert from 'node:assert/strict';
import { trial } from '../support/trial.ts';
import { runScript } from './script.ts';

trial('npm run bench:memory', { full: 10 }, () => {
  it('lets users work for a minute, and prints the memory before and after it', async () => {
    const { code, stdout, stderr } = await runScript('memory/main', ['1', '60', '0']);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^\| 0 \| .+\n\| 1 \| .+\n\| 1 \| /m);
    assert.match(stdout, /^resident: -?[\d.]+ MiB an hour/m);
  });
});
