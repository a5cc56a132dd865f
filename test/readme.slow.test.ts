import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs, packages } from './support/needs.ts';
import { run, ServiceProcess } from './support/process.ts';
import { DMS } from './support/program.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const rest = await readFile(new URL('../docs/build/rest.md', import.meta.url), 'utf8');

/** The commands of docs/build/rest.md, with the address and the data directory of the test's service. */
function examples(url: string): string {
  const [, block] = /test\/readme\.slow\.test\.ts runs them -->\s*```sh\n(.*?)```/s.exec(rest) ?? [];
  if (block === undefined) throw new Error('docs/build/rest.md has lost its examples');
  const program = [DMS.file, ...DMS.args].map((word) => `'${word}'`).join(' ');
  const npm = `npm() { shift 4; ${program} "$@"; }`;
  return `set -euxo pipefail\n${npm}\n${block.replaceAll('http://127.0.0.1:8080', url)}`;
}

describe('README', () => {
  it('has the Debian packages that the tests need, and so has .ci/run', async () => {
    const [, named = ''] = /apt-get install --no-install-recommends \\\n +([^\n]+)/.exec(readme) ?? [];
    const script = await readFile(new URL('../.ci/run', import.meta.url), 'utf8');
    const [, installed = ''] = /^packages=\(([^)]+)\)$/m.exec(script) ?? [];
    for (const list of [named, installed]) assert.deepEqual(list.split(' ').sort(), [...packages].sort());
  });
});

describe('docs/build/rest.md', () => {
  it('has examples that work as they stand, one after another, and leave no file', async function () {
    needs(this, 'curl');
    const service = await ServiceProcess.start();
    const directory = await mkdtemp(join(tmpdir(), 'dms-readme-'));
    try {
      const environment = { DMS_DATA_DIR: service.dataDirectory };
      await service.createAdmin('admin', 'as safe as houses');
      const done = await run('bash', ['-c', examples(service.url)], { cwd: directory, environment });
      assert.equal(done.code, 0, done.stderr);
      assert.match(done.stdout, /"snippet":"[^"]*<mark>/);
      assert.match(done.stdout, /first draft/);
      assert.match(done.stdout, /"name":"lease copy\.txt"/);
      assert.deepEqual(await readdir(directory), []);
    } finally {
      await service.dispose();
      await rm(directory, { recursive: true });
    }
  });
});
