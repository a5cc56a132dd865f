// Would catch: a REPORT sync-collection that omits a change, tells one that the user may not see, accepts a token that it
// must not accept, or exists although sync clients are off.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';
import { reportBody, SyncingClient, toldBy } from './sync-client.ts';

const PROPS =
  '<d:propfind xmlns:d="DAV:"><d:prop><d:sync-token/><d:supported-report-set/></d:prop></d:propfind>';

function davOf({ port }: Service, { login, password }: Account): DavClient {
  return new DavClient(port, basic(login, password));
}

describe('REPORT sync-collection', () => {
  let service: Service;
  let ann: DavClient;
  let ben: DavClient;
  let annAccount: Account;
  let number = 0;
  let base = '';

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    annAccount = await service.createUser('ann');
    ann = davOf(service, annAccount);
    ben = davOf(service, await service.createUser('ben'));
  });
  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });
  beforeEach(async () => {
    number += 1;
    base = `/c${String(number)}`;
    await ann.expect(201, 'MKCOL', base);
  });

  const clientOf = (level: '1' | 'infinite', dav = ann, path = `${base}/`) =>
    new SyncingClient(dav, `/webdav${path}`, level);
  const refused = async (client: SyncingClient, token: string): Promise<void> => {
    const answer = await client.report({ token });
    assert.equal(answer.status, 403, answer.text);
    assert.match(answer.text, /<d:valid-sync-token\/>/);
  };

  for (const level of ['1', 'infinite'] as const) {
    it(`level ${level} › tells what is new, changed and removed, and nothing else`, async () => {
      const client = clientOf(level);
      await ann.expect(201, 'PUT', `${base}/a`, { body: '1' });
      await ann.expect(201, 'PUT', `${base}/b`, { body: '1' });
      await ann.expect(201, 'MKCOL', `${base}/f`);
      await client.sync();
      await client.assertInStep('at first');
      await ann.expect(204, 'PUT', `${base}/a`, { body: '2' });
      await ann.expect(204, 'DELETE', `${base}/b`);
      await ann.expect(201, 'PUT', `${base}/new%20one`, { body: '1' });
      const { text } = await client.report({ token: client.token });
      const told = toldBy(text, client.href);
      assert.deepEqual([...told.changed.keys()].toSorted(), [`/webdav${base}/a`, `/webdav${base}/new%20one`]);
      assert.deepEqual(told.removed, [`/webdav${base}/b`]);
      await client.sync();
      await client.assertInStep('later');
      assert.equal(toldBy((await client.report({ token: client.token })).text, client.href).changed.size, 0);
    });
  }

  it('level infinite › tells of a moved folder its old path, and all that is beneath the new one', async () => {
    const client = clientOf('infinite');
    await ann.expect(201, 'MKCOL', `${base}/f`);
    await ann.expect(201, 'MKCOL', `${base}/f/g`);
    await ann.expect(201, 'PUT', `${base}/f/g/x`, { body: '1' });
    await client.sync();
    await ann.expect(201, 'MOVE', `${base}/f`, { headers: { Destination: ann.at(`${base}/h`) } });
    const told = toldBy((await client.report({ token: client.token })).text, client.href);
    assert.deepEqual(told.removed, [`/webdav${base}/f/`]);
    assert.deepEqual(
      [...told.changed.keys()],
      ['h/', 'h/g/', 'h/g/x'].map((path) => `/webdav${base}/${path}`),
    );
  });

  it('level infinite › tells what was beneath a folder at whose path another one is', async () => {
    const client = clientOf('infinite');
    await ann.expect(201, 'MKCOL', `${base}/f`);
    await ann.expect(201, 'PUT', `${base}/f/x`, { body: '1' });
    await ann.expect(201, 'PUT', `${base}/f/y`, { body: '1' });
    await ann.expect(201, 'MKCOL', `${base}/g`);
    await ann.expect(201, 'PUT', `${base}/g/x`, { body: '2' });
    await client.sync();
    await ann.expect(204, 'MOVE', `${base}/g`, { headers: { Destination: ann.at(`${base}/f`) } });
    const told = toldBy((await client.report({ token: client.token })).text, client.href);
    assert.deepEqual([...told.removed].toSorted(), [`/webdav${base}/f/y`, `/webdav${base}/g/`]);
    await client.sync();
    await client.assertInStep('after the move');
    assert.equal(client.begun, 0);
  });

  it('saving by rename, and purged entries, do not make a client begin again', async () => {
    const client = clientOf('infinite');
    await ann.expect(201, 'PUT', `${base}/doc`, { body: '1' });
    await client.sync();
    await ann.expect(201, 'PUT', `${base}/~tmp`, { body: '2' });
    await ann.expect(204, 'MOVE', `${base}/~tmp`, { headers: { Destination: ann.at(`${base}/doc`) } });
    await ann.expect(201, 'PUT', `${base}/gone`, { body: '2' });
    await client.sync();
    await client.assertInStep('after saving');
    await ann.expect(204, 'DELETE', `${base}/gone`);
    for (const { entry } of service.dms.trash.list(annAccount.actor, { page: 1, perPage: 50 }).items)
      await service.dms.trash.purge(annAccount.actor, entry.id);
    await client.sync();
    await client.assertInStep('after purging');
    assert.equal(client.begun, 0);
  });

  it('a limit truncates the report with 507 for the collection, and the token continues it', async () => {
    for (let index = 0; index < 7; index += 1)
      await ann.expect(201, 'PUT', `${base}/${index}`, { body: '1' });
    const client = clientOf('1');
    assert.equal(await client.step(3), false);
    assert.equal(client.known.size, 3);
    // Changed between two parts: told with the next token, not lost.
    await ann.expect(204, 'DELETE', `${base}/0`);
    await ann.expect(204, 'DELETE', `${base}/6`);
    await ann.expect(201, 'PUT', `${base}/new`, { body: '1' });
    await client.sync(3);
    await client.sync();
    await client.assertInStep('in the end');
    await client.sync(1);
    assert.equal(client.begun, 0);
  });

  it('a folder that leaves while a truncated report is continued leaves nothing behind', async () => {
    const outside = `/out${String(number)}`;
    await ann.expect(201, 'MKCOL', outside);
    for (const path of ['f', 'g', 'f/x', 'f/y']) await ann.expect(201, 'MKCOL', `${base}/${path}`);
    const client = clientOf('infinite');
    await client.sync();
    const move = (from: string, to: string) =>
      ann.expect(201, 'MOVE', from, { headers: { Destination: ann.at(to) } });
    await move(`${base}/f`, `${outside}/1`);
    await move(`${base}/g`, `${base}/f`);
    assert.equal(await client.step(2), false);
    await move(`${base}/f`, `${outside}/2`);
    await ann.expect(201, 'MKCOL', `${base}/f`);
    await client.sync(2);
    await client.sync();
    await client.assertInStep('in the end');
    assert.equal(client.begun, 0);
  });

  it('the property sync-token is a token of the folder, and documents have no reports', async () => {
    await ann.expect(201, 'PUT', `${base}/a`, { body: '1' });
    const { text } = await ann.expect(207, 'PROPFIND', `${base}/`, { headers: { Depth: '0' }, body: PROPS });
    assert.match(text, /<d:report><d:sync-collection\/><\/d:report>/);
    const client = clientOf('1');
    client.token = /<d:sync-token>([^<]+)/.exec(text)?.[1] ?? '';
    const told = toldBy((await client.report({ token: client.token })).text, client.href);
    assert.deepEqual([told.changed.size, told.removed.length], [0, 0]);
    const ofDocument = await ann.expect(207, 'PROPFIND', `${base}/a`, {
      headers: { Depth: '0' },
      body: PROPS,
    });
    assert.match(ofDocument.text, /<d:supported-report-set\/>/);
    assert.doesNotMatch(ofDocument.text, /urn:dms:sync/);
    const answer = await ann.ask('REPORT', `${base}/a`, { body: reportBody({}) });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /supported-report/);
  });

  it('works at the addresses of sync clients, with their properties', async () => {
    await ann.expect(201, 'PUT', `${base}/a`, { body: '1' });
    for (const mount of ['/remote.php/webdav', '/remote.php/dav/files/ann']) {
      const prop = '<oc:id xmlns:oc="http://owncloud.org/ns"/><d:getetag/>';
      const { status, text } = await ann.raw('REPORT', `${mount}${base}`, { body: reportBody({ prop }) });
      assert.equal(status, 207, text);
      assert.match(text, new RegExp(`<d:href>${mount}${base}/a</d:href>.*<oc:id>\\d{8}ocdms</oc:id>`));
    }
    assert.equal(
      (await ann.raw('REPORT', '/remote.php/dav/files/ben/', { body: reportBody({}) })).status,
      404,
    );
  });

  it('tokens of another user, folder or office, altered, of the future and of garbage are not valid', async () => {
    const client = clientOf('1');
    await client.sync();
    await refused(clientOf('1', ben, '/'), client.token);
    await ann.expect(201, 'MKCOL', `${base}/f`);
    await refused(clientOf('1', ann, `${base}/f/`), client.token);
    assert.match(
      client.token,
      /^urn:dms:sync:\d+:[\da-f]+$/,
      'a token does not show when others have changed something',
    );
    const begin = client.token.lastIndexOf(':') + 1;
    const altered = (at: number): string =>
      `${client.token.slice(0, at)}${client.token[at] === '0' ? '1' : '0'}${client.token.slice(at + 1)}`;
    const tokens = [
      ...Array.from(client.token.slice(begin), (_digit, index) => altered(begin + index)),
      client.token.toUpperCase().replace('URN:DMS:SYNC', 'urn:dms:sync'),
      `${client.token}0`,
      client.token.slice(0, -1),
      'urn:dms:sync:',
      'urn:dms:sync:1:',
      `urn:dms:sync:1:${'0'.repeat(100)}`,
      `urn:dms:sync:99999:${'0'.repeat(100)}`,
      'data:,x',
      'x'.repeat(10_000),
      'ä'.repeat(20),
    ];
    for (const token of tokens) await refused(client, token);
    await client.sync();
    assert.equal(client.begun, 0);
  });

  it('a folder that left the view of a recipient and came back tells nothing of the time between', async () => {
    const { id } = service.dms.tree.at(annAccount.actor, [base.slice(1)]);
    const share = () =>
      service.dms.shares.create(annAccount.actor, {
        entryId: id,
        users: ['ben'],
        permissions: 1,
        expiresAt: null,
      });
    const made = await share();
    await ann.expect(201, 'PUT', `${base}/a`, { body: '1' });
    const client = clientOf('infinite', ben);
    await client.sync();
    const root = clientOf('1', ben, '/');
    await root.sync();
    await service.dms.shares.remove(annAccount.actor, made.id, true);
    assert.equal((await client.report({ token: client.token })).status, 404);
    await root.sync();
    await root.assertInStep('without the share');
    await ann.expect(201, 'PUT', `${base}/secret`, { body: '1' });
    await ann.expect(204, 'DELETE', `${base}/secret`);
    await ann.expect(204, 'DELETE', `${base}/a`);
    await share();
    const { status, text } = await client.report({ token: client.token });
    assert.equal(status, 207, text);
    assert.doesNotMatch(text, /secret/);
    assert.deepEqual(toldBy(text, client.href).removed, [`/webdav${base}/a`]);
  });

  it('requests that are not valid are refused', async () => {
    const body = reportBody({});
    const bad: readonly (readonly [number, string, Record<string, string>])[] = [
      [400, body, { Depth: '1' }],
      [400, body, { Depth: 'infinity' }],
      [400, body, { Depth: 'x' }],
      [400, '', {}],
      [400, '<', {}],
      [400, `<!DOCTYPE a>${body}`, {}],
      [400, body.replace('<d:sync-token></d:sync-token>', ''), {}],
      [400, body.replace('<d:sync-level>1</d:sync-level>', ''), {}],
      [400, reportBody({ level: '2' }), {}],
      [400, reportBody({ limit: 0 }), {}],
      [400, reportBody({ limit: -1 }), {}],
      [400, reportBody({ limit: '1e3' }), {}],
      [400, body.replace(/<d:prop>.*<\/d:prop>/, ''), {}],
      [400, reportBody({ token: '<d:href>x</d:href>' }), {}],
      [403, '<d:expand-property xmlns:d="DAV:"/>', {}],
      [413, ' '.repeat(2 ** 20 + 1), {}],
    ];
    for (const [status, sent, headers] of bad) {
      const answer = await ann.ask('REPORT', `${base}/`, { body: sent, headers });
      assert.equal(answer.status, status, `${sent.slice(0, 300)}: ${answer.text}`);
    }
    assert.equal((await ann.ask('REPORT', '/missing/', { body })).status, 404);
    assert.equal((await new DavClient(service.port).ask('REPORT', '/', { body })).status, 401);
    for (const limit of ['9'.repeat(400), 2 ** 53])
      assert.equal((await ann.ask('REPORT', `${base}/`, { body: reportBody({ limit }) })).status, 207);
  });

  it('10,000 members', async () => {
    const folderId = service.dms.tree.at(annAccount.actor, [base.slice(1)]).id;
    for (let index = 0; index < 10_000; index += 500)
      await Promise.all(
        Array.from({ length: 500 }, (_, each) =>
          service.dms.folders.add(annAccount.actor, { folderId, name: `n${String(index + each)}` }),
        ),
      );
    const client = clientOf('1');
    await client.sync();
    assert.equal(client.known.size, 10_000);
    await ann.expect(204, 'DELETE', `${base}/n77`);
    await ann.expect(201, 'MKCOL', `${base}/n78/x`);
    assert.equal(await client.step(1), false);
    await client.sync(1);
    await client.assertInStep('after changes');
    assert.equal(client.begun, 0);
  });

  it('OPTIONS, Allow and DAV name it only with sync clients', async () => {
    const off = await startService();
    try {
      const other = davOf(off, off.admin);
      for (const [dav, isOn] of [
        [ann, true],
        [other, false],
      ] as const) {
        const { headers } = await dav.expect(200, 'OPTIONS', '/');
        assert.equal(headers['dav'], `1, 2, 3, extended-mkcol${isOn ? ', sync-collection' : ''}`);
        assert.equal(String(headers['allow']).includes('REPORT'), isOn);
        for (const [method, path] of [
          ['POST', '/'],
          ['MKCOL', '/'],
          ['PUT', '/'],
        ] as const)
          assert.equal(
            String((await dav.expect(405, method, path)).headers['allow']).includes('REPORT'),
            isOn,
          );
      }
      await other.expect(405, 'REPORT', '/', { body: reportBody({}) });
      const { text } = await other.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' }, body: PROPS });
      assert.match(text, /<d:sync-token\/><d:supported-report-set\/><\/d:prop><d:status>HTTP\/1.1 404/);
    } finally {
      await off.stop();
    }
  });
});
