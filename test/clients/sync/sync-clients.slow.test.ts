// Would catch: a desktop client that cannot sync with the drive, syncs more than has changed, or changes what it syncs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { Rest } from '../rest.ts';
import { copyDocumentation } from '../tree.ts';
import { CLIENTS, Device } from './device.ts';
import { difference, SyncedOffice } from './office.ts';
import { conflictCopies, localTree } from './trees.ts';

/** Desktop clients send files of more than 10 MB in chunks. */
const LARGE_BYTES = 25_000_000;
const FILES = 30;
/** Requests of a sync with nothing to do: state, capabilities, user and the mount root. */
const IDLE_REQUESTS = 4;

for (const client of CLIENTS) {
  describe(client, function () {
    needs(this, client);
    let office: SyncedOffice;
    let first: Device;
    let second: Device;
    let rest: Rest;

    before(async () => {
      office = await SyncedOffice.open();
      const account = { login: 'anna', token: office.token('anna') };
      first = office.device('anna', client);
      second = await Device.of(client, account, join(office.directory, 'second'), office.front.url);
      rest = new Rest(office.service, account.token);
    });
    after(() => office.close());

    async function assertEqual(): Promise<void> {
      for (const device of [first, second]) await office.settle(device);
      assert.deepEqual(difference(await localTree(first.folder), await localTree(second.folder)), []);
      assert.deepEqual([...(await conflictCopies(first.folder)).keys()], []);
      assert.deepEqual([...(await conflictCopies(second.folder)).keys()], []);
    }

    it('brings a folder up, and down again on another computer, with the times of the files', async () => {
      await copyDocumentation(join(first.folder, 'Documents'), { least: FILES, most: FILES }, () => 'a b');
      for (const name of ['größe #1%20&.txt', 'u\u0308ber.txt', 'what?.txt', 'con', 'a:b|c<d>*".txt'])
        await writeFile(join(first.folder, 'Documents', name), name);
      await utimes(join(first.folder, 'Documents', 'con'), 1, 1);
      await assertEqual();
    });

    it('asks four times when there is nothing to do', async () => {
      await first.sync();
      office.front.seen.length = 0;
      await first.sync();
      assert.ok(office.front.seen.length <= IDLE_REQUESTS, JSON.stringify(office.front.seen));
    });

    it('renames a folder, and its documents keep their ids', async () => {
      const before = await rest.documents((await rest.root('Documents')).id);
      office.front.seen.length = 0;
      await rename(join(first.folder, 'Documents'), join(first.folder, 'Papers #1'));
      await assertEqual();
      const after = await rest.documents((await rest.root('Papers #1')).id);
      assert.deepEqual(
        [...after].map(([path, { id }]) => [path, id]),
        [...before].map(([path, { id }]) => [path, id]),
      );
      const sent = office.front.seen.filter(({ method }) => ['PUT', 'GET', 'DELETE'].includes(method));
      assert.deepEqual(
        sent.filter(({ path }) => path.includes('/files/')),
        [],
      );
    });

    it('deletes a file and a folder', async () => {
      await mkdir(join(first.folder, 'gone', 'deep'), { recursive: true });
      await writeFile(join(first.folder, 'gone', 'deep', 'x'), 'x');
      await assertEqual();
      await rm(join(first.folder, 'gone'), { recursive: true });
      await rm(join(second.folder, 'Papers #1', 'con'));
      await office.settle(second);
      await assertEqual();
      assert.equal((await localTree(second.folder)).has('gone/'), false);
      assert.equal((await localTree(first.folder)).has('Papers #1/con'), false);
    });

    it('sends a large file in chunks, and its next version to the same document', async () => {
      const path = join(first.folder, 'large.bin');
      const ids = new Set<number>();
      for (const seconds of [1_600_000_000, 1_600_000_001]) {
        await writeFile(path, randomBytes(LARGE_BYTES));
        await utimes(path, seconds, seconds);
        office.front.seen.length = 0;
        await assertEqual();
        assert.equal(office.front.sentTo(/^\/remote\.php\/dav\/uploads\/anna\/\d+\/\d/), LARGE_BYTES);
        const { id } = await rest.root('large.bin');
        ids.add(id);
      }
      assert.equal(ids.size, 1);
    });

    it('keeps both contents of a file that was changed on both sides', async () => {
      const name = join('Papers #1', 'what?.txt');
      for (const [device, text] of [
        [first, 'of the first computer'],
        [second, 'of the second one'],
      ] as const)
        await writeFile(join(device.folder, name), text);
      for (const device of [first, second, first]) await office.settle(device);
      assert.equal((await conflictCopies(first.folder)).size, 0);
      assert.equal((await conflictCopies(second.folder)).size, 1);
    });
  });
}
