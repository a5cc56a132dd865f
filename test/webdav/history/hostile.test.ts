// Would catch a way to change the past, or to read there what a user may not read now.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, snapshotOf, write } from '../../support/tree.ts';
import { officeOf } from '../../web/support/office.ts';
import { basic, DavClient, lockInfo, propertyUpdate } from '../client.ts';
import { openAddress } from '../edit-addresses/editing.ts';

const SECRET = 'nobody else may read this';
const MINUTE = 60_000;

describe('the drive at an earlier time in hostile hands', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let ben: Account;
  let dav: DavClient;
  let bens: DavClient;
  let time: string;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    bens = new DavClient(service.port, basic(ben.login, ben.password));
    await dav.expect(201, 'MKCOL', '/Plans');
    await dav.expect(201, 'PUT', '/Plans/secret.txt', { body: SECRET });
    await dav.expect(201, 'PUT', '/secret.txt', { body: SECRET });
    time = '/.history/2026-01-31T12.00Z';
    now += MINUTE;
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Asserts that none of these paths discloses anything to a client. */
  async function assertNothing(client: DavClient, paths: readonly string[]): Promise<void> {
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'PROPFIND', 'COPY']) {
        const headers = { Depth: '1', Destination: client.at('/taken') };
        const { status, text } = await client.ask(method, path, { headers });
        assert.ok([400, 401, 403, 404].includes(status), `${method} ${path}: ${String(status)}`);
        assert.doesNotMatch(text, /nobody else|secret\.txt/, `${method} ${path}`);
      }
  }

  it('reads nothing of others, by whatever path', async () => {
    const { homeId } = ann.actor;
    await assertNothing(bens, [
      `${time}/secret.txt`,
      `${time}/Plans/`,
      `${time}/Plans/secret.txt`,
      `${time}/ann/secret.txt`,
      `${time}/${String(homeId)}/secret.txt`,
      `${time}/../ann/secret.txt`,
      `${time}/..%2fann%2fsecret.txt`,
      `${time}%2fPlans%2fsecret.txt`,
      `${time}/%2e%2e/%2e%2e/secret.txt`,
      `${time}/Plans%5csecret.txt`,
      `${time}%00/secret.txt`,
      `${time}/secret.txt%00`,
      `/.history%2f2026-01-31T12.00Z/secret.txt`,
      `/.HISTORY/2026-01-31T12.00Z/secret.txt`,
      `/x/../.history/2026-01-31T12.00Z/secret.txt`,
    ]);
    await assertNothing(new DavClient(service.port), [`${time}/`, `${time}/secret.txt`, '/.history/']);
    const { headers } = await new DavClient(service.port).ask('GET', `${time}/secret.txt`);
    assert.match(String(headers['www-authenticate']), /^Basic /);
    const own = await bens.expect(207, 'PROPFIND', `${time}/`, { headers: { Depth: '1' } });
    assert.doesNotMatch(own.text, /secret|Plans/);
  });

  it('judges rights at each request: at the folder, and where an entry is now', async () => {
    const plans = service.dms.tree.resolve(ann.actor, ['Plans'])?.entry.id ?? 0;
    const secret = service.dms.tree.resolve(ann.actor, ['Plans', 'secret.txt'])?.entry.id ?? 0;
    const deep = await makeFolder(service.dms, ann.actor, 'Deep', plans);
    await write(service.dms, ann.actor, 'deep.txt', SECRET, deep);
    const at = '/.history/2026-01-31T12.01Z';
    now += MINUTE;
    const share = { entryId: plans, users: ['ben'], permissions: 9 };
    const { id } = await service.dms.shares.create(ann.actor, share);
    await bens.expect(200, 'GET', `${at}/Plans/secret.txt`);
    await bens.expect(200, 'GET', `${at}/Plans/Deep/deep.txt`);
    // Moved to where ben may not read.
    await dav.expect(201, 'MOVE', '/Plans/Deep', { headers: { Destination: dav.at('/Deep') } });
    await assertNothing(bens, [`${at}/Plans/Deep/`, `${at}/Plans/Deep/deep.txt`]);
    // In the trash of the owner, and in that of ben.
    await dav.expect(204, 'DELETE', '/Plans/secret.txt');
    await assertNothing(bens, [`${at}/Plans/secret.txt`]);
    assert.equal((await dav.expect(200, 'GET', `${at}/Plans/secret.txt`)).text, SECRET);
    await service.dms.trash.restore(ann.actor, secret);
    await bens.expect(204, 'DELETE', '/Plans/secret.txt');
    await bens.expect(200, 'GET', `${at}/Plans/secret.txt`);
    await service.dms.shares.remove(ann.actor, id);
    await assertNothing(bens, [`${at}/Plans/`, `${at}/Plans/secret.txt`]);
    // Gone for good.
    await service.dms.trash.purge(ann.actor, secret);
    await dav.expect(404, 'GET', `${at}/Plans/secret.txt`);
    await service.dms.users.update({ kind: 'system', name: 'test' }, ann.id, { isDisabled: true });
    await dav.expect(401, 'GET', `${at}/secret.txt`);
  });

  it('changes nothing there', async () => {
    const body = propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>');
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const before = snapshotOf(beside);
    const inside = [
      `${time}/secret.txt`,
      `${time}/new.txt`,
      `${time}/Plans`,
      time,
      '/.history',
      '/.history/x',
    ];
    for (const path of inside) {
      for (const method of ['PUT', 'DELETE', 'MKCOL', 'UNLOCK'])
        await dav.expect(403, method, path, { headers: { 'Lock-Token': '<a:b>' }, body: '' });
      await dav.expect(403, 'PROPPATCH', path, { body });
      await dav.expect(403, 'LOCK', path, { body: lockInfo() });
      for (const method of ['POST', 'PATCH', 'REPORT', 'SEARCH', 'ACL']) await dav.expect(405, method, path);
      for (const method of ['MOVE', 'COPY'])
        for (const source of ['/secret.txt', '/Plans', `${time}/secret.txt`]) {
          const headers = { Destination: dav.at(path) };
          const { text } = await dav.expect(403, method, source, { headers });
          assert.match(text, /\.history/);
        }
      await dav.expect(403, 'MOVE', path, { headers: { Destination: dav.at('/taken') } });
    }
    for (const path of [`${time}/Plans`, time, '/.history'])
      await dav.expect(403, 'COPY', path, { headers: { Destination: dav.at('/taken') } });
    assert.equal(snapshotOf(beside), before);
    await beside.close();
  });

  it('lets a document be copied back, under the rules of an upload', async () => {
    const { headers } = await dav.expect(204, 'PUT', '/secret.txt', { body: 'overwritten' });
    const source = `${time}/secret.txt`;
    const to = (path: string, more: Record<string, string> = {}) => ({
      headers: { Destination: dav.at(path), ...more },
    });
    await dav.expect(201, 'COPY', source, to('/back.txt'));
    assert.equal((await dav.expect(200, 'GET', '/back.txt')).text, SECRET);
    await dav.expect(412, 'COPY', source, to('/secret.txt', { Overwrite: 'F' }));
    await dav.expect(412, 'COPY', source, to('/secret.txt', { 'If-Match': String(headers.etag) }));
    await dav.expect(204, 'COPY', source, to('/secret.txt'));
    const restored = await dav.expect(200, 'GET', '/secret.txt');
    assert.equal(restored.text, SECRET);
    assert.match(String(restored.headers.etag), /-3"$/);
    await dav.expect(409, 'COPY', source, to('/missing/a.txt'));
    await dav.expect(409, 'COPY', source, to('/a/'));
    await dav.expect(409, 'COPY', source, to('/Plans'));
    await dav.expect(403, 'COPY', source, to(''));
    await dav.expect(400, 'COPY', source);
    await dav.expect(502, 'COPY', source, { headers: { Destination: 'http://elsewhere.example/webdav/a' } });
    const large = Buffer.alloc(3_000_000, '0123456789');
    await dav.expect(201, 'PUT', '/large.bin', { body: large });
    const at = '/.history/2026-01-31T12.01Z';
    now += MINUTE;
    await dav.expect(204, 'DELETE', '/large.bin');
    await dav.expect(201, 'COPY', `${at}/large.bin`, to('/again.bin'));
    assert.ok((await dav.expect(200, 'GET', '/again.bin')).bytes.equals(large));
    // A shared folder in which the user may only read.
    const plans = await makeFolder(service.dms, ben.actor, 'Read only');
    await service.dms.shares.create(ben.actor, { entryId: plans, users: ['ann'], permissions: 1 });
    await dav.expect(403, 'COPY', source, to('/Read%20only/a.txt'));
  });

  it('is closed to an address for editing', async () => {
    const office = await officeOf(service, ann);
    const id = service.dms.tree.resolve(ann.actor, ['secret.txt'])?.entry.id ?? 0;
    const { token, folder, path } = await openAddress(office, id);
    const client = new DavClient(service.port);
    for (const each of [
      `${folder}.history/2026-01-31T12.00Z/secret.txt`,
      `${path}/.history/2026-01-31T12.00Z/`,
      `/.history/2026-01-31T12.00Z/.edit/${token}/secret.txt`,
    ]) {
      const { status, text } = await client.ask('GET', each);
      assert.ok([401, 404].includes(status), `${each}: ${String(status)}`);
      assert.doesNotMatch(text, /nobody else/);
    }
    await client.expect(200, 'GET', path);
  });
});
