import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { type Service, startService } from '../support/service.ts';

/** How many tests each suite of litmus 0.13 has. */
const SUITES = { basic: 16, copymove: 13, props: 30, locks: 41, http: 4 };

describe('litmus', function () {
  needs(this, 'litmus');
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
    it(`passes all ${count} tests of "${suite}", and the server lives`, async () => {
      const { login, password } = await service.createUser(`litmus-${suite}`);
      const { stdout, stderr } = await run('litmus', [`${service.url}/webdav/`, login, password], {
        cwd: directory,
        environment: { TESTS: suite },
      });
      const output = stdout + stderr;
      assert.match(output, new RegExp(`of ${count} tests run: ${count} passed, 0 failed`), output);
      assert.doesNotMatch(output, /WARNING/, output);
      const alive = await fetch(`${service.url}/webdav/`, { method: 'OPTIONS' });
      assert.equal(alive.status, 200);
      assert.deepEqual(service.errors(), [], 'nothing went wrong inside');
    });
  }
});
