import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../../scripts/crash/client.ts';
import { compare } from '../../scripts/crash/model.ts';
import { run, ServiceProcess } from '../support/process.ts';

describe('the crash test', () => {
  it('finds nothing after three kills', async () => {
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/crash-test.ts', '3', '12']);
    assert.match(stdout, /acknowledged: 0 lost, 0 corrupt, 0 phantom, 0 other faults\n$/, stderr);
    assert.equal(code, 0);
  });

  it('of power cuts says where it cannot run, and ends with 2', async () => {
    const options = { environment: { PATH: '' } };
    const { code, stdout } = await run(process.execPath, ['scripts/power-test.ts', '1'], options);
    assert.match(stdout, /^cannot run on ext4 here: .+\ncannot run on xfs here: .+$/m);
    assert.equal(code, 2);
  });

  it('reports a content that cannot be read as corrupt, and goes on', async () => {
    const service = await ServiceProcess.start();
    try {
      const { login, token } = await service.createAdmin('admin', 'as safe as houses');
      let client = new Client(service.url, login, token, 'folder');
      await client.makeFolder();
      for (const path of ['broken', 'whole'])
        await client.perform({ kind: 'put', path, content: randomBytes(100_000), sha256: '' });
      const before = await client.read();
      const [sha256 = ''] = before.documents.get('broken')?.versions ?? [];
      const file = join(service.dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      // Its file may still be open.
      await service.kill('SIGTERM');
      await rm(file);
      await service.restart();
      client = new Client(service.url, login, token, 'folder');
      const { lost, corrupt, phantom } = compare(before, await client.read());
      assert.deepEqual([lost, phantom, corrupt.length], [[], [], 1]);
      assert.match(corrupt[0] ?? '', /^broken \(version 1: (answered|broke off)/);
    } finally {
      await service.dispose();
    }
  });
});
