// Would catch a large folder at an earlier time that lacks members, or that keeps other requests waiting.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Database } from '../../../src/storage/database/database.ts';
import { type Service, startService } from '../../support/service.ts';
import { makeFolder } from '../../support/tree.ts';
import { basic, DavClient, hrefs } from '../client.ts';

const MEMBERS = 12_000;
/** Minimum turns of the event loop while the folder is read: one for two slices of 200 members. */
const MIN_TURNS = MEMBERS / 400;

describe('a folder of 12,000 members at an earlier time', () => {
  let service: Service;
  let dav: DavClient;
  let time: string;
  let now = Date.UTC(2026, 0, 31, 12);

  before(async () => {
    service = await startService({ now: () => now });
    const { actor, login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
    const [large, other] = [
      await makeFolder(service.dms, actor, 'large'),
      await makeFolder(service.dms, actor, 'other'),
    ];
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const insert = beside.prepare<[number, string, string, string, number, number], never>(
      `INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
       VALUES (?, 1, ?, ?, ?, ?, ?)`,
    );
    const names = Array.from({ length: MEMBERS }, (_, index) => `n${String(index).padStart(5, '0')}`);
    await beside.transaction(() => {
      for (const name of names) insert.run(large, name, name, name, now, now);
    });
    time = '/.history/2026-01-31T12.00Z';
    now += 60_000;
    // Half of them have left the folder since, at the same millisecond.
    await beside.transaction(() => {
      const half = 'FROM entries WHERE parent_id = ? AND id % 2 = 0';
      beside
        .prepare<[number, number], never>(
          `INSERT INTO places (entry_id, folder_id, name, sort_key, began_at, ended_at)
           SELECT id, parent_id, name, sort_key, created_at, ? ${half}`,
        )
        .run(now, large);
      beside
        .prepare<[number, number], never>(`UPDATE entries SET parent_id = ? WHERE id IN (SELECT id ${half})`)
        .run(other, large);
    });
    await beside.close();
    now += 60_000;
  });
  after(() => service.stop());

  it('is listed with all of them, while other requests run', async () => {
    let turns = 0;
    const listing = new AbortController();
    const watch = (async () => {
      for (; !listing.signal.aborted; turns += 1) await setImmediate();
    })();
    const { text } = await dav.expect(207, 'PROPFIND', `${time}/large/`, { headers: { Depth: '1' } });
    listing.abort();
    await watch;
    const found = hrefs(text);
    assert.equal(found.length, MEMBERS + 1);
    assert.equal(new Set(found).size, MEMBERS + 1);
    assert.ok(turns > MIN_TURNS, `${String(turns)} turns`);
    for (const name of ['n00000', 'n00001', 'n11998', 'n11999'])
      await dav.expect(207, 'PROPFIND', `${time}/large/${name}`, { headers: { Depth: '0' } });
    await dav.expect(404, 'PROPFIND', `${time}/large/n12000`, { headers: { Depth: '0' } });
    const today = await dav.expect(207, 'PROPFIND', '/large/', { headers: { Depth: '1' } });
    assert.equal(hrefs(today.text).length, MEMBERS / 2 + 1);
  });
});
