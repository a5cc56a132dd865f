import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { snapshotOf } from '../../support/tree.ts';
import { basic, DavClient, lockInfo } from '../client.ts';

const LIMIT = 5;
const MKCOL_BODY = '<d:mkcol xmlns:d="DAV:"><d:set><d:prop><a xmlns="urn:x">1</a></d:prop></d:set></d:mkcol>';

describe('the limit on the entries of a home, over WebDAV', () => {
  let service: Service;
  let database: Database;
  let owner: Account;
  let ann: DavClient;

  beforeEach(async () => {
    service = await startService({ config: { limits: { entries_per_user: LIMIT, reserve_bytes: 0 } } });
    database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    owner = await service.createUser('ann');
    ann = clientFor(owner);
    await ann.expect(201, 'MKCOL', '/tree');
    for (const name of ['one', 'two', 'three']) await ann.expect(201, 'PUT', `/tree/${name}`, { body: name });
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await database.close();
    await service.stop();
  });

  function clientFor({ login, password }: Account): DavClient {
    return new DavClient(service.port, basic(login, password));
  }

  async function isRefused(method: string, path: string, asked: object = {}, client = ann): Promise<void> {
    const before = snapshotOf(database);
    const { text } = await client.expect(507, method, path, asked);
    assert.match(text, /<d:error xmlns:d="DAV:"><d:quota-not-exceeded\/>/);
    assert.match(text, /more than 5 documents and folders/);
    assert.equal(snapshotOf(database), before);
  }

  const to = (path: string, depth = 'infinity') => ({
    headers: { Destination: ann.at(path), Depth: depth },
  });

  it('stops COPY of a tree that would not fit whole, and whatever else makes an entry, with 507', async () => {
    await isRefused('COPY', '/tree', to('/copy'));
    await ann.expect(201, 'COPY', '/tree', to('/copy', '0'));
    await isRefused('COPY', '/tree', to('/second', '0'));
    await isRefused('COPY', '/tree/one', to('/copy/one'));
    await isRefused('MKCOL', '/new');
    await isRefused('MKCOL', '/new', { headers: { 'Content-Type': 'application/xml' }, body: MKCOL_BODY });
    await isRefused('PUT', '/new', { body: 'x' });
    await isRefused('PUT', '/new', { chunks: ['x', 'y'] });
    await isRefused('PUT', '/new', { body: '' });
    await isRefused('LOCK', '/new', { body: lockInfo() });
    // The folder in the way would go to the trash, where it counts as before.
    await isRefused('COPY', '/tree', to('/copy'));
  });

  it('leaves alone what makes no entry', async () => {
    await ann.expect(201, 'MKCOL', '/last');
    await ann.expect(204, 'PUT', '/tree/one', { body: 'another content' });
    await ann.expect(204, 'COPY', '/tree/one', to('/tree/two'));
    await ann.expect(201, 'MOVE', '/tree/two', to('/last/two'));
    await ann.expect(200, 'LOCK', '/tree/one', { body: lockInfo() });
    await ann.expect(204, 'DELETE', '/tree/three');
    // The document comes back out of the trash, where it has counted all the time.
    await ann.expect(201, 'PUT', '/tree/three', { body: 'saved by deleting first' });
    await isRefused('MKCOL', '/new');
  });

  it('is reached by saving by rename: the temporary file counts, as long as it is there', async () => {
    await ann.expect(201, 'PUT', '/tree/one.tmp', { body: 'saved' });
    await isRefused('PUT', '/tree/two.tmp', { body: 'saved' });
    await ann.expect(204, 'MOVE', '/tree/one.tmp', to('/tree/one'));
    await ann.expect(201, 'PUT', '/tree/two.tmp', { body: 'saved' });
    await ann.expect(204, 'DELETE', '/tree/two.tmp');
    await ann.expect(201, 'MOVE', '/tree/three', to('/tree/three.bak'));
    // The document comes back, and leaves a copy under the name that it had meanwhile.
    await ann.expect(201, 'PUT', '/tree/three', { body: 'saved' });
    await ann.expect(200, 'GET', '/tree/three.bak');
    await isRefused('MKCOL', '/new');
  });

  it('refuses the copy that saving by rename would leave', async () => {
    await ann.expect(201, 'MOVE', '/tree/three', to('/tree/three.bak'));
    await ann.expect(201, 'MKCOL', '/last');
    await isRefused('PUT', '/tree/three', { body: 'saved' });
  });

  it('is that of the home which something is put into, whoever does it', async () => {
    const ben = await service.createUser('ben');
    const bens = clientFor(ben);
    await bens.expect(201, 'MKCOL', '/own');
    await bens.expect(201, 'PUT', '/own/doc', { body: 'x' });
    await ann.expect(201, 'MKCOL', '/tree/inner');
    const found = service.dms.tree.resolve(owner.actor, ['tree']);
    assert.ok(found !== undefined);
    await service.dms.shares.create(owner.actor, {
      entryId: found.entry.id,
      users: ['ben'],
      permissions: 31,
    });
    await isRefused('MOVE', '/own', to('/tree/own'), bens);
    await isRefused('COPY', '/own/doc', to('/tree/doc'), bens);
    await isRefused('PUT', '/tree/doc', { body: 'x' }, bens);
    const inner = service.dms.tree.resolve(owner.actor, ['tree', 'inner']);
    assert.ok(inner !== undefined);
    // What a guest takes away is in the owner's trash, which counts, too.
    await bens.expect(201, 'MOVE', '/tree/inner', to('/inner'));
    await isRefused('COPY', '/own/doc', to('/tree/doc'), bens);
    await service.dms.trash.purge(owner.actor, inner.entry.id);
    await bens.expect(201, 'COPY', '/own/doc', to('/tree/doc'));
    await isRefused('MKCOL', '/tree/new', {}, bens);
    for (const name of ['4', '5']) await bens.expect(201, 'MKCOL', `/own/${name}`);
    await isRefused('COPY', '/tree/doc', to('/own/copy'), bens);
  });
});
