// Would catch: a desktop client that overwrites a locked document, gives up on it, or uploads a mixture of two states.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { Rest } from '../rest.ts';
import { CLIENTS } from './device.ts';
import { SyncedOffice } from './office.ts';

/** Desktop clients send files of more than 10 MB in chunks. */
const LARGE_BYTES = 25_000_000;
const CHUNK = /^\/remote\.php\/dav\/uploads\/anna\/\d+\/\d/;
const LOCK =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';

describe('sync clients and files that other programs use', function () {
  needs(this, ...CLIENTS);
  let office: SyncedOffice;
  let rest: Rest;

  beforeEach(async () => {
    office = await SyncedOffice.open();
    rest = new Rest(office.service, office.token('anna'));
  });
  afterEach(() => office.close());

  async function contents(name: string): Promise<string[]> {
    const { id } = await rest.root(name);
    const { versions } = await rest.metadata(id);
    const bytes = versions.map(({ number }) => rest.content(id, number));
    return (await Promise.all(bytes)).map((content) => createHash('sha256').update(content).digest('hex'));
  }

  function hash(content: string | Buffer): string {
    return createHash('sha256').update(content).digest('hex');
  }

  for (const client of CLIENTS)
    it(`${client} waits for a lock, and uploads a file that changes meanwhile as it is at the end`, async () => {
      const device = office.device('anna', client);
      const locked = join(device.folder, 'locked.txt');
      await writeFile(locked, 'before');
      await office.settle(device);
      const url = `${office.service.url}/webdav/locked.txt`;
      const Authorization = office.authorization('anna');
      const granted = await fetch(url, { method: 'LOCK', headers: { Authorization }, body: LOCK });
      assert.equal(granted.status, 200);
      await writeFile(locked, 'after the change');

      const states = [randomBytes(LARGE_BYTES), randomBytes(LARGE_BYTES)] as const;
      const growing = join(device.folder, 'growing.bin');
      await writeFile(growing, states[0]);
      await utimes(growing, 1_600_000_000, 1_600_000_000);
      let isChanged = false;
      office.front.watch = () => {
        if (isChanged || office.front.sentTo(CHUNK) < LARGE_BYTES / 2) return;
        isChanged = true;
        writeFileSync(growing, states[1], { flag: 'r+' });
      };
      await device.run();
      assert.ok(isChanged);
      assert.deepEqual(await contents('locked.txt'), [hash('before')]);

      const headers = { Authorization, 'Lock-Token': granted.headers.get('lock-token') ?? '' };
      assert.equal((await fetch(url, { method: 'UNLOCK', headers })).status, 204);
      await office.settle(device);
      assert.deepEqual(await contents('locked.txt'), [hash('after the change'), hash('before')]);
      assert.deepEqual(await contents('growing.bin'), [hash(states[1])]);
    });
});
