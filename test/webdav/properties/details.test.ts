import assert from 'node:assert/strict';
import { join } from 'node:path';
import { bringUp } from '../../../src/storage/connection/schema.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { present } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { snapshotOf } from '../../support/tree.ts';
import { basic, DavClient } from '../client.ts';

const FREE = 4096;
const LENGTH = 60_000;
const QUOTA = 1_000_000;

function proppatch(length: number, name = 'p'): { body: string } {
  const property =
    length === 0 ? `<${name} xmlns="q:"/>` : `<${name} xmlns="q:">${'x'.repeat(length)}</${name}>`;
  const verb = length === 0 ? 'remove' : 'set';
  return {
    body: `<d:propertyupdate xmlns:d="DAV:"><d:${verb}><d:prop>${property}</d:prop></d:${verb}></d:propertyupdate>`,
  };
}

/** Comments and dead properties are rows of the database, which nobody else bounds. */
describe('comments and dead properties', () => {
  let service: Service;
  let database: Database;
  let owner: Account;
  let ann: DavClient;

  beforeEach(async () => {
    service = await startService({ config: { limits: { reserve_bytes: 0 } } });
    database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    owner = await service.createUser('ann', { quotaBytes: QUOTA });
    ann = new DavClient(service.port, basic(owner.login, owner.password));
    await ann.expect(201, 'MKCOL', '/tree');
    await ann.expect(201, 'PUT', '/tree/file', { body: '' });
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await assertFaultless(database);
    await database.close();
    await service.stop();
  });

  const used = (): number => service.dms.users.get(service.admin.actor, owner.id).used.bytes;
  const idOf = (...names: string[]) => present(service.dms.tree.resolve(owner.actor, names)).entry.id;
  const to = (path: string, headers = {}) => ({ headers: { Destination: ann.at(path), ...headers } });
  const comment = (comments: string) =>
    service.dms.documents.update(owner.actor, idOf('tree', 'file'), { comments });

  it('count as bytes of the home, but for the first 4 KiB of an entry', async () => {
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(FREE - 100));
    assert.equal(used(), 0);
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(LENGTH));
    const properties = used();
    assert.ok(properties > LENGTH - FREE && properties < LENGTH);
    await comment('y'.repeat(LENGTH));
    assert.equal(used(), properties + LENGTH);
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(0));
    assert.equal(used(), LENGTH - FREE);
    await comment('');
    assert.equal(used(), 0);
    await ann.expect(207, 'PROPPATCH', '/tree', proppatch(LENGTH));
    assert.equal(used(), properties);
  });

  it('of the home itself do not count, as it is no entry of the home', async () => {
    await ann.expect(207, 'PROPPATCH', '/', proppatch(LENGTH));
    assert.equal(used(), 0);
  });

  it('that would exceed the quota are refused, also of copies, and change nothing', async () => {
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(LENGTH));
    await comment('y'.repeat(LENGTH));
    const one = used();
    for (let count = 2; count <= 8; count += 1) {
      await ann.expect(201, 'COPY', '/tree/file', to(`/tree/${String(count)}`));
      assert.equal(used(), count * one);
    }
    const before = snapshotOf(database);
    const { text } = await ann.expect(507, 'COPY', '/tree', to('/copy'));
    assert.match(text, /<d:quota-not-exceeded\/>/);
    assert.equal(snapshotOf(database), before);
    await ann.expect(201, 'COPY', '/tree', to('/bare', { Depth: '0' }));
    await ann.expect(201, 'PUT', '/last', { body: 'z'.repeat(QUOTA - used()) });
    await ann.expect(507, 'PROPPATCH', '/bare', proppatch(LENGTH));
    await ann.expect(207, 'PROPPATCH', '/bare', proppatch(FREE - 100));
    await ann.expect(204, 'DELETE', '/tree');
    await service.dms.trash.purge(
      owner.actor,
      present(service.dms.trash.list(owner.actor, { page: 1, perPage: 1 }).items[0]).entry.id,
    );
    assert.ok(used() < QUOTA - one);
  });

  it('of a document that a program saves are dropped rather than that the save fails', async () => {
    await ann.expect(201, 'PUT', '/tree/file.tmp', { body: 'next' });
    await ann.expect(207, 'PROPPATCH', '/tree/file.tmp', proppatch(LENGTH));
    await ann.expect(201, 'PUT', '/last', { body: 'z'.repeat(QUOTA - used() - 4) });
    await ann.expect(204, 'MOVE', '/tree/file.tmp', to('/tree/file'));
    assert.deepEqual(service.dms.properties.list(owner.actor, idOf('tree', 'file')), []);
  });

  it('that were there before they counted count after the upgrade', async () => {
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(LENGTH));
    await comment('y'.repeat(LENGTH));
    await ann.expect(207, 'PROPPATCH', '/tree', proppatch(LENGTH));
    await ann.expect(201, 'COPY', '/tree', to('/other'));
    await ann.expect(204, 'DELETE', '/other');
    const before = used();
    assert.ok(before > 6 * (LENGTH - FREE));
    database.prepare('UPDATE users SET used_bytes = 0').run();
    database.prepare("DELETE FROM schema_migrations WHERE name = '0023-counted-details'").run();
    assert.deepEqual(await bringUp(database.file), ['0023-counted-details']);
    assert.equal(used(), before);
  });

  it('make a folder of few entries large, so that it is copied in steps', async () => {
    await service.dms.users.update(service.admin.actor, owner.id, { quotaBytes: null });
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(LENGTH));
    await comment('y'.repeat(LENGTH));
    for (let count = 1; count < 40; count += 1)
      await ann.expect(201, 'COPY', '/tree/file', to(`/tree/${String(count)}`));
    const state = { isSettled: false, partial: new Set<number>() };
    const inCopy = database.prepare<[], { total: number }>(
      'SELECT count(*) AS total FROM erasures r CROSS JOIN entries e ON e.parent_id = r.entry_id',
    );
    const copying = ann.expect(201, 'COPY', '/tree', to('/copy')).finally(() => (state.isSettled = true));
    while (!state.isSettled) {
      state.partial.add(inCopy.get()?.total ?? 0);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await copying;
    const seen = [...state.partial].filter((total) => total > 0 && total < 40);
    assert.ok(seen.length > 1, 'others were served meanwhile');
    const copied = service.dms.documents.metadata(owner.actor, idOf('copy', '39'));
    assert.equal(copied.document.comments.length, LENGTH);
    assert.equal(copied.properties.length, 1);
  });
});

describe('a disk below its reserve', () => {
  let before: Service;
  let full: Service;
  let owner: Account;
  let ann: DavClient;

  beforeEach(async () => {
    before = await startService({ config: { limits: { reserve_bytes: 0 } } });
    owner = await before.createUser('ann');
    const there = new DavClient(before.port, basic(owner.login, owner.password));
    await there.expect(201, 'MKCOL', '/tree');
    await there.expect(201, 'PUT', '/tree/file', { body: 'x' });
    await there.expect(207, 'PROPPATCH', '/tree/file', proppatch(100));
    full = await startService({
      config: { limits: { reserve_bytes: '4000T' } },
      office: { dataDirectory: before.dataDirectory, admin: 'root' },
    });
    ann = new DavClient(full.port, basic(owner.login, owner.password));
  });
  afterEach(async () => {
    assert.deepEqual(full.errors(), []);
    await Promise.all([before.stop(), full.stop()]);
  });

  const to = (path: string) => ({ headers: { Destination: ann.at(path) } });

  async function isRefused(method: string, path: string, asked: object = {}): Promise<void> {
    const { text } = await ann.expect(507, method, path, asked);
    assert.match(text, /sufficient-disk-space/, method);
  }

  it('takes nothing that adds rows of entries', async () => {
    await isRefused('PUT', '/new', { body: 'hello' });
    await isRefused('COPY', '/tree', to('/copy'));
    await isRefused('MKCOL', '/new');
    await isRefused('PROPPATCH', '/tree/file', proppatch(1000));
    const { entry } = present(full.dms.tree.resolve(owner.actor, ['tree', 'file']));
    const { documents, versions } = full.dms;
    const isFull = { code: 'storage_full' };
    await assert.rejects(documents.update(owner.actor, entry.id, { comments: 'more' }), isFull);
    await assert.rejects(versions.comment(owner.actor, entry.id, 1, 'more'), isFull);
  });

  it('takes what makes room, and what needs none', async () => {
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(10));
    await ann.expect(207, 'PROPPATCH', '/tree/file', proppatch(0));
    await ann.expect(201, 'MOVE', '/tree', to('/moved'));
    await ann.expect(204, 'DELETE', '/moved');
    const { actor } = owner;
    const [item] = full.dms.trash.list(actor, { page: 1, perPage: 1 }).items;
    const { id } = present(item).entry;
    await full.dms.trash.restore(actor, id);
    await ann.expect(204, 'DELETE', '/moved');
    await full.dms.trash.purge(actor, id);
  });
});
