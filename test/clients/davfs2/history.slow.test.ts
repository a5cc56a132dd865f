// Would catch a drive at an earlier time that cannot be mounted, read or walked as a file system.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { needs } from '../../support/needs.ts';
import { ServiceProcess } from '../../support/process.ts';
import { MOUNTING, Mount } from '../mount.ts';

const PASSWORD = 'a-long-enough-password';

describe('davfs2, on the drive at an earlier time', function () {
  needs(this, ...MOUNTING);
  let service: ServiceProcess;
  let credentials: { readonly login: string; readonly password: string };

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    credentials = await service.createAdmin('anna', PASSWORD);
  });
  after(() => service.dispose());

  it('reads a folder that was renamed and deleted since, and writes nothing', async () => {
    const drive = await Mount.of(service.url, credentials);
    try {
      await mkdir(join(drive.path, 'Plans'));
      await writeFile(join(drive.path, 'Plans', 'a.txt'), 'first');
      // Names of times have whole seconds.
      await setTimeout(1100);
      const time = `${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}Z`;
      await setTimeout(1100);
      await writeFile(join(drive.path, 'Plans', 'a.txt'), 'the second version');
      await rename(join(drive.path, 'Plans'), join(drive.path, 'Offers'));
      await rm(join(drive.path, 'Offers'), { recursive: true });

      const past = await Mount.onto(`${service.url}/webdav/.history/${time}/`, credentials);
      try {
        const file = join(past.path, 'Plans', 'a.txt');
        assert.deepEqual(
          (await readdir(past.path)).filter((name) => name !== 'lost+found'),
          ['Plans'],
        );
        assert.equal(await readFile(file, 'utf8'), 'first');
        assert.equal((await stat(file)).size, 5);
        await assert.rejects(mkdir(join(past.path, 'New')));
        await assert.rejects(rename(file, join(past.path, 'b.txt')));
        await assert.rejects(rm(file));
        assert.equal(await readFile(file, 'utf8'), 'first');
      } finally {
        await past.dispose();
      }
    } finally {
      await drive.dispose();
    }
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
