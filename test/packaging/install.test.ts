import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../support/process.ts';

const NPMRC = fileURLToPath(new URL('../../.npmrc', import.meta.url));
/** Wants a Node.js that does not exist, so that each one is too old. */
const PACKAGE = { name: 'x', version: '1.0.0', engines: { node: '>=999' } };

describe('npm ci', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-install-'));
    await copyFile(NPMRC, join(directory, '.npmrc'));
    await writeFile(join(directory, 'package.json'), JSON.stringify(PACKAGE));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** An npm that runs the tests hands its own level on. */
  const install = () => run('env', ['-u', 'npm_config_loglevel', 'npm', 'ci'], { cwd: directory });

  it('prints no warnings with a Node.js that is older than the one of the packages', async () => {
    const lock = { name: 'x', version: '1.0.0', lockfileVersion: 3, packages: { '': PACKAGE } };
    await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
    const { code, stderr } = await install();
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('prints errors', async () => {
    const { code, stderr } = await install();
    assert.equal(code, 1);
    assert.match(stderr, /^npm error .*package-lock\.json/m);
  });
});
