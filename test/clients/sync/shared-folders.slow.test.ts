// Would catch: a shared folder whose entries are deleted or moved for all users when one of them removes, renames or moves it
// on a computer.
import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { CLIENTS, type Device } from './device.ts';
import { difference, SyncedOffice } from './office.ts';
import { localTree, type Tree } from './trees.ts';

for (const client of CLIENTS) {
  describe(`a folder that another user shares, with ${client}`, function () {
    needs(this, client);
    let office: SyncedOffice;
    let ben: Device;
    /** The drive of anna, who shares the folder. */
    let annas: Tree;

    before(async () => {
      office = await SyncedOffice.open();
      ben = office.device('ben', client);
      const anna = office.device('anna', client);
      await mkdir(join(anna.folder, 'Team', 'sub'), { recursive: true });
      for (const path of ['Team/a.txt', 'Team/sub/b.txt']) await writeFile(join(anna.folder, path), path);
      await office.settle(anna);
      await mkdir(join(ben.folder, 'own'));
      await office.settle(ben);
      annas = await office.drive('anna');
    });
    after(() => office.close());
    afterEach(async () => assert.deepEqual(difference(annas, await office.drive('anna')), []));

    it('gets another name on the computers of the user who renames it', async () => {
      await rename(join(ben.folder, 'Team'), join(ben.folder, 'Ours'));
      office.front.seen.length = 0;
      await office.settle(ben);
      const sent = office.front.seen.filter(({ method }) => ['PUT', 'GET', 'DELETE'].includes(method));
      assert.deepEqual(
        sent.filter(({ path }) => path.includes('/files/')),
        [],
      );
      assert.ok((await office.drive('ben')).has('Ours/sub/b.txt'));
    });

    it('comes back if the user receives it as a member of a group', async () => {
      await office.create('/groups', { name: 'office', users: ['ben'] });
      const folder_id = await office.create('/folders', { folder_id: 0, name: 'Of all' });
      await office.create('/folders', { folder_id, name: 'inner' });
      await office.create('/shares', { folder_id, groups: ['office'], permissions: 15 });
      annas = await office.drive('anna');
      await office.settle(ben);
      await rm(join(ben.folder, 'Of all'), { recursive: true });
      await ben.run();
      await office.settle(ben);
      assert.ok((await office.drive('ben')).has('Of all/inner/'));
    });

    it('is left by the user who deletes it', async () => {
      await rm(join(ben.folder, 'Ours'), { recursive: true });
      await office.settle(ben);
      assert.deepEqual([...(await office.drive('ben')).keys()], ['Of all/', 'Of all/inner/', 'own/']);
    });

    it('stays where it is when it was moved into another folder, until the user moves it back', async () => {
      await rename(join(ben.folder, 'Of all'), join(ben.folder, 'own', 'Of all'));
      assert.notEqual((await ben.run()).code, 0);
      // nextcloudcmd has moved it back by itself.
      if (client === 'owncloudcmd')
        await rename(join(ben.folder, 'own', 'Of all'), join(ben.folder, 'Of all'));
      assert.equal((await ben.run()).code, 0);
      assert.deepEqual(difference(await localTree(ben.folder), await office.drive('ben')), []);
      assert.ok((await office.drive('ben')).has('Of all/inner/'));
    });
  });
}
