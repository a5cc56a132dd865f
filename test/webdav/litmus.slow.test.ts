import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertLitmus, LITMUS } from '../support/machines/litmus.ts';
import { needs } from '../support/needs.ts';
import { type Service, startService } from '../support/service.ts';

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

  for (const [suite, count] of Object.entries(LITMUS)) {
    it(`passes all ${count} tests of "${suite}", and the server lives`, async () => {
      const { login, password } = await service.createUser(`litmus-${suite}`);
      await assertLitmus(suite, count, `${service.url}/webdav/`, { login, password, directory });
      const alive = await fetch(`${service.url}/webdav/`, { method: 'OPTIONS' });
      assert.equal(alive.status, 200);
      assert.deepEqual(service.errors(), [], 'nothing went wrong inside');
    });
  }
});
