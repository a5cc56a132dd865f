import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { dms, ServiceProcess } from '../../support/process.ts';
import { MOUNTING, Mount } from '../mount.ts';

describe('a data directory on a drive that davfs2 has mounted', function () {
  needs(this, ...MOUNTING);
  let service: ServiceProcess;
  let mount: Mount;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    mount = await Mount.of(service.url, await service.createAdmin('anna', 'a long enough password'));
  });
  after(async () => {
    try {
      await mount.dispose();
    } finally {
      await service.dispose();
    }
  });

  for (const command of ['serve', 'migrate'])
    it(`is refused by dms ${command}, in a sentence, and nothing is made there`, async () => {
      const data = join(mount.path, 'data');
      const { code, stderr } = await dms([command, '--data-dir', data]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^dms: \S+ is on a network file system \(fuse\), .*network_data_dir/);
      assert.ok(!existsSync(data));
    });
});
