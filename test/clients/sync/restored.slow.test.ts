// Would catch: a client that, after an older backup was restored, deletes or overwrites what its user has made since.
import assert from 'node:assert/strict';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { CLIENTS } from './device.ts';
import { SyncedOffice } from './office.ts';
import { conflictCopies, localTree } from './trees.ts';

describe('after the restore of an older backup', function () {
  needs(this, ...CLIENTS);
  let office: SyncedOffice;

  beforeEach(async () => {
    office = await SyncedOffice.open();
  });
  afterEach(() => office.close());

  for (const client of CLIENTS)
    it(`${client} uploads what is newer, and deletes nothing that it has`, async () => {
      const device = office.device('anna', client);
      const { service } = office;
      const write = async (name: string, content: string, seconds: number): Promise<void> => {
        await writeFile(join(device.folder, name), content);
        await utimes(join(device.folder, name), seconds, seconds);
      };
      for (const name of ['kept', 'edited', 'renamed', 'deleted']) await write(name, name, 1_600_000_000);
      await office.settle(device);
      const backups = join(office.directory, 'backups');
      await service.command(['backup', backups]);
      await write('edited', 'edited since', 1_600_000_100);
      await write('new', 'new since', 1_600_000_200);
      await rename(join(device.folder, 'renamed'), join(device.folder, 'renamed since'));
      await rm(join(device.folder, 'deleted'));
      await office.settle(device);
      const before = await localTree(device.folder);
      await service.kill('SIGTERM');
      await rm(service.dataDirectory, { recursive: true });
      await service.command(['restore', backups]);
      await service.restart();
      await device.sync();
      await office.settle(device);
      const after = await localTree(device.folder);
      const contents = new Set([...after.values()].map((content) => content.split(' ')[0]));
      for (const hash of (await conflictCopies(device.folder)).values()) contents.add(hash);
      for (const [path, content] of before)
        assert.ok(content === '' || contents.has(content.split(' ')[0]), path);
      assert.equal(after.get('new'), before.get('new'));
      assert.equal(after.get('kept'), before.get('kept'));
    });
});
