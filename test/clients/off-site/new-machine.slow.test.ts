import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { dms, run, ServiceProcess } from '../../support/process.ts';
import { Rest } from '../rest.ts';
import { openFarSide } from './far-side.ts';

const PASSWORD = 'a long enough password';

describe('a machine that is gone', function () {
  needs(this, 'restic');

  it('is replaced by a fresh one, from the copy that backup.after made elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dms-new-machine-'));
    const [old, fresh, dest] = ['old', 'fresh', 'backup'].map((name) => join(folder, name));
    assert.ok(old && fresh && dest);
    const far = await openFarSide('s3', join(folder, 'far'));
    const repository = far.repository.join(' ');
    const restic = async (...args: readonly string[]): Promise<void> => {
      const environment = far.environment;
      const { code, stderr } = await run('restic', [...far.repository, ...args], { environment });
      assert.equal(code, 0, stderr);
    };
    let service: ServiceProcess | undefined;
    try {
      await mkdir(old);
      const office = await ServiceProcess.start({ directory: old });
      service = office;
      const { token } = await office.createAdmin('anna', PASSWORD);
      const first = new Rest(office, token);
      const content = randomBytes(300_000);
      const id = await first.upload(0, 'plan.txt', Buffer.from('the first version'));
      await first.upload(0, 'plan.txt', content);
      await office.kill('SIGTERM');
      await restic('init');

      service = await ServiceProcess.start({
        directory: old,
        environment: {
          ...far.environment,
          DMS_BACKUP_DEST: dest,
          DMS_BACKUP_SCHEDULE: '@weekly',
          DMS_BACKUP_AFTER: `restic ${repository} backup '${dest}'`,
        },
      });
      await service.said(/"msg":"backup.after has run"/);
      await service.kill('SIGKILL');
      await rm(old, { recursive: true });
      await rm(dest, { recursive: true });

      await restic('restore', 'latest', '--target', fresh);
      const restored = await dms(['restore', join(fresh, dest), '--data-dir', join(fresh, 'data')]);
      assert.equal(restored.code, 0, restored.stderr);
      service = await ServiceProcess.start({ directory: fresh });

      const again = new Rest(service, token);
      assert.deepEqual(await again.content(id, 1), Buffer.from('the first version'));
      assert.deepEqual(await again.content(id), content);
      const signedIn = await fetch(`${service.url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ login: 'anna', password: PASSWORD }),
      });
      assert.equal(signedIn.status, 200);
    } finally {
      await service?.dispose();
      await far.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
