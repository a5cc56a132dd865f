import assert from 'node:assert/strict';
import { run } from '../support/process.ts';

describe('npm run bench:scale', () => {
  it('builds offices and says what users at work in them get', async () => {
    const options = ['--documents', '10000', '--only', 'crowd', '--seconds', '1'];
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/bench-scale.ts', ...options]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\| each again as soon as answered +\| +[\d,]+ \|/);
    assert.match(stdout, /\| each once a second +\| +\d+ \|/);
  });

  it('refuses a wrong command line', async () => {
    for (const [option, value, complaint] of [
      ['--documents', '10', '--documents must be a whole number from 10000, not 10'],
      ['--only', 'crowds', '--only: unknown names crowds; known are rows, waits, crowd'],
    ] as const) {
      const { code, stderr } = await run(process.execPath, ['scripts/bench-scale.ts', option, value]);
      assert.equal(code, 2);
      assert.equal(stderr.trim(), `bench:scale: ${complaint}`);
    }
  });
});
