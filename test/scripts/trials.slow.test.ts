// Would catch a trial runner that accepts a wrong size or seed, or does not pass the seed on to the trials.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Finished, run } from '../support/process.ts';

const BIN = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const SUPPORT = fileURLToPath(new URL('../support/trial.ts', import.meta.url));

function trials(...args: readonly string[]): Promise<Finished> {
  const environment = { PATH: `${BIN}:${String(process.env['PATH'])}` };
  return run(process.execPath, ['scripts/test/trials.ts', ...args], { environment });
}

describe('npm run test:trials', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-trials-'));
  });
  after(() => rm(directory, { recursive: true }));

  /** Writes a trial whose body is `body`. @returns its path */
  async function fileOf(body: string): Promise<string> {
    const file = join(directory, 'made.trial.mts');
    await writeFile(file, `import { trial } from '${SUPPORT}';\n${body}`);
    return file;
  }

  it('names the size and the seed of each trial, passes them on, and counts the tests', async () => {
    const file = await fileOf(`trial('a trial', { small: 1, full: 1 }, ({ size, seed, bySize }) => {
      it('has ' + [size, seed, bySize('few', 'many')].join(' '), () => undefined);
    });`);
    const { code, stdout } = await trials('--size', 'full', '--seed', '7', file);
    assert.equal(code, 0, stdout);
    const text = stripVTControlCharacters(stdout);
    assert.match(text, /^ *a trial \(size full, seed 7\)\n *✔ has full 7 many$/m);
    assert.match(text, /^trials: 1 passed, 0 failed, 0 skipped$/m);
  });

  it('ends a trial at its time limit', async () => {
    const file = await fileOf(`trial('a trial', { small: 1e-3, full: 1 }, () => {
      it('hangs', () => new Promise(() => undefined));
    });`);
    const { code, stdout } = await trials('--seed', '1', file);
    assert.equal(code, 1);
    assert.match(stdout, /Timeout of \d+ms exceeded/);
  });

  it('does not run at the small size what has no time limit for it, and does not fail for that', async () => {
    const file = await fileOf(`trial('a trial', { full: 1 }, () => {
      for (const name of ['one', 'two']) it(name, () => { throw new Error('ran'); });
    });`);
    const { code, stdout } = await trials(file);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^not run with --size small: a trial$/m);
    assert.match(stdout, /^trials: 0 passed, 0 failed, 0 skipped$/m);
    assert.equal((await trials('--size', 'full', file)).code, 1);
  });

  it('refuses a wrong command line', async () => {
    for (const [args, complaint] of [
      [['--size', 'large'], '--size must be small or full, not large'],
      [['--seed', 'now'], '--seed must be a whole number, not now'],
    ] as const) {
      const { code, stderr } = await trials(...args);
      assert.equal(stderr.trim(), `test:trials: ${complaint}`);
      assert.equal(code, 2);
    }
  });
});
