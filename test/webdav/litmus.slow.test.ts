import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../support/service.ts';

/** How many tests each suite of litmus 0.13 has. */
const SUITES = { basic: 16, copymove: 13, props: 30, locks: 41, http: 4 };

interface Outcome {
  readonly output: string;
  readonly missing: boolean;
}

function runLitmus(
  suite: string,
  url: string,
  login: string,
  password: string,
  cwd: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, TESTS: suite };
    execFile('litmus', [url, login, password], { cwd, env }, (error, stdout, stderr) => {
      resolve({
        output: stdout + stderr,
        missing: error !== null && 'code' in error && error.code === 'ENOENT',
      });
    });
  });
}

describe('litmus', () => {
  let service: Service;
  let directory: string;

  before(async () => {
    service = await startService();
    directory = await mkdtemp(join(tmpdir(), 'dms-litmus-'));
  });

  after(async () => {
    await service.stop();
    await rm(directory, { recursive: true });
  });

  for (const [suite, count] of Object.entries(SUITES)) {
    it(`passes all ${count} tests of "${suite}", and the server lives`, async function () {
      this.timeout(120_000);
      const { login, password } = await service.createUser(`litmus-${suite}`);
      const { output, missing } = await runLitmus(
        suite,
        `${service.url}/webdav/`,
        login,
        password,
        directory,
      );
      assert.ok(
        !missing,
        'litmus is not installed: apt-get install litmus (the README names all packages that the tests need)',
      );
      assert.match(output, new RegExp(`of ${count} tests run: ${count} passed, 0 failed`), output);
      assert.doesNotMatch(output, /WARNING/, output);
      const alive = await fetch(`${service.url}/webdav/`, { method: 'OPTIONS' });
      assert.equal(alive.status, 200);
      assert.deepEqual(service.errors(), [], 'nothing went wrong inside');
    });
  }
});
