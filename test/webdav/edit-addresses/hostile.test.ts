// Would catch a way from the address of one document to anything else of its user, or to more after its end.
import assert from 'node:assert/strict';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Office, officeOf } from '../../web/support/office.ts';
import { basic, DavClient, lockInfo, propfindBody } from '../client.ts';
import { type Address, assertGone, countVersions, openAddress } from './editing.ts';

const SECRET = 'nobody else may read this';

describe('the address of one document in hostile hands', () => {
  let service: Service;
  let anna: Account;
  let office: Office;
  let dav: DavClient;
  let folderId: number;
  let id: number;
  let address: Address;
  let number = 0;

  before(async () => {
    service = await startService();
    dav = new DavClient(service.port);
  });
  after(() => service.stop());

  beforeEach(async () => {
    number += 1;
    anna = await service.createUser(`anna${number}`);
    office = await officeOf(service, anna);
    folderId = await office.folder('Plans');
    id = await office.upload('plan.docx', 'plan', folderId);
    await office.upload('secret.docx', SECRET, folderId);
    await office.upload('secret.docx', SECRET);
    address = await openAddress(office, id);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('reads nothing beside the document', async () => {
    const { folder, path, token } = address;
    const paths = [
      `${folder}secret.docx`,
      `${path}/..`,
      `${path}/../secret.docx`,
      `${folder}../../secret.docx`,
      `${folder}..%2f..%2fsecret.docx`,
      `${folder}%2e%2e/%2e%2e/secret.docx`,
      `${folder}..%5c..%5csecret.docx`,
      `${folder}%2e%2e%2fsecret.docx`,
      `${folder}Plans/secret.docx`,
      `${folder}${String(id + 1)}`,
      `${folder}.`,
      `${path}%00`,
      `${path}%20`,
      `${path}.`,
      `${path}/`.repeat(2),
      `/.edit/${token}%00/plan.docx`,
      `/.edit/${token}x/plan.docx`,
      `/.edit/${token.toLowerCase()}/plan.docx`,
      `/.edit/*/plan.docx`,
      `/.edit/%25/plan.docx`,
    ];
    for (const each of paths)
      for (const method of ['GET', 'HEAD', 'PROPFIND']) {
        const answer = await dav.ask(method, each, { headers: { Depth: '1' } });
        assert.ok([400, 404].includes(answer.status), `${method} ${each}: ${String(answer.status)}`);
        assert.doesNotMatch(answer.text, /nobody else|secret\.docx|Plans/);
        assert.equal(answer.headers['www-authenticate'], undefined);
      }
  });

  it('changes nothing beside the document, and does not move it', async () => {
    const { folder, path } = address;
    const token = await dav.lock(path);
    const held = { If: `(<${token}>)` };
    const to = (destination: string) => ({ headers: { ...held, Destination: dav.at(destination) } });
    for (const destination of [`${folder}b.docx`, '/secret.docx', '/Plans/secret.docx', `${folder}~$b`]) {
      await dav.expect(403, 'MOVE', path, to(destination));
      await dav.expect(403, 'COPY', path, to(destination));
      await dav.expect(403, 'COPY', folder, to(destination));
      await dav.expect(403, 'MOVE', `${folder}~$b`, to(destination));
    }
    await dav.expect(403, 'DELETE', path, { headers: held });
    for (const method of ['DELETE', 'PUT', 'LOCK', 'PROPPATCH', 'MKCOL']) {
      await dav.expect(403, method, folder, { headers: held });
      await dav.expect(403, method, `${folder}other.docx`, { headers: held, body: '' });
    }
    await dav.expect(403, 'MKCOL', path, { headers: held });
    for (const method of ['POST', 'PATCH', 'REPORT', 'SEARCH', 'BIND', 'ACL'])
      await dav.expect(405, method, path, { headers: held });
    for (const method of ['PUT', 'DELETE', 'LOCK', 'MKCOL', 'MOVE'])
      await dav.expect(403, method, '/.edit/', { body: '' });
    assert.equal(await countVersions(office, id), 1);
  });

  it('learns nothing of other entries from conditions, locks and properties', async () => {
    const { path } = address;
    const drive = new DavClient(service.port, basic(anna.login, anna.password));
    const { headers } = await drive.expect(200, 'HEAD', '/secret.docx');
    const tag = { If: `<${dav.at('/secret.docx')}> ([${String(headers.etag)}])` };
    await dav.expect(412, 'PUT', path, { headers: tag, body: 'x' });
    const token = await drive.lock('/Plans/', { Depth: 'infinity' });
    const locked = await dav.expect(423, 'PUT', path, { body: 'x' });
    assert.doesNotMatch(locked.text, /Plans/);
    const body = propfindBody('<d:prop><d:lockdiscovery/></d:prop>');
    const { text: found } = await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' }, body });
    assert.match(found, /activelock/);
    assert.doesNotMatch(found, /Plans/);
    await dav.expect(204, 'PUT', path, { headers: { If: `(<${token}>)` }, body: 'of the same user' });
  });

  it('is not a credential for the rest of the service', async () => {
    const { token } = address;
    for (const Authorization of [`Bearer ${token}`, basic(anna.login, token)]) {
      const rest = await fetch(`${service.url}/api/account`, { headers: { Authorization } });
      assert.equal(rest.status, 401);
      assert.equal((await new DavClient(service.port, Authorization).ask('GET', '/secret.docx')).status, 401);
    }
    for (const path of [`/s/${token}`, `/.edit/${token}/plan.docx`, `/api/.edit/${token}/plan.docx`])
      assert.equal((await fetch(service.url + path)).status, 404);
  });

  /** Sends the head and half of a body of 400 KB, lets `meanwhile` happen, and sends the rest. */
  async function late(
    method: string,
    meanwhile: () => Promise<unknown>,
    { path = address.path, size = 400_000 } = {},
  ): Promise<number> {
    const half = 'x'.repeat(size / 2);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent: ClientRequest = request({
      port: service.port,
      method,
      path: `/webdav${path}`,
      headers: { 'Content-Length': String(2 * half.length), Expect: '100-continue' },
      agent: false,
    });
    sent.on('response', resolve).on('error', reject);
    const { promise: accepted, resolve: accept } = Promise.withResolvers<undefined>();
    sent.on('continue', () => accept(undefined));
    sent.flushHeaders();
    await accepted;
    sent.write(half);
    await meanwhile();
    sent.end(half);
    const response = await promise;
    assert.equal(response.headers['www-authenticate'], undefined);
    await text(response);
    return response.statusCode ?? 0;
  }

  it('saves nothing that arrives after the sign-out, the end of the account or of the right', async () => {
    assert.equal(await late('PUT', () => office.call('POST', '/logout')), 404);
    office = await officeOf(service, anna);
    address = await openAddress(office, id);
    assert.equal(await late('PUT', () => office.call('DELETE', `/documents/${String(id)}`)), 404);
    const own = await service.createUser(`owner${number}`);
    const owner = await officeOf(service, own);
    id = await owner.upload('shared.docx', 'shared');
    const share = { entryId: id, users: [anna.login], permissions: 3 };
    const { id: shareId } = await service.dms.shares.create(own.actor, share);
    address = await openAddress(office, id);
    assert.equal(await late('PUT', () => service.dms.shares.remove(own.actor, shareId)), 404);
    await service.dms.shares.create(own.actor, share);
    const system = { kind: 'system', name: 'test' } as const;
    assert.equal(
      await late('PUT', () => service.dms.users.update(system, anna.id, { isDisabled: true })),
      404,
    );
    assert.equal(await countVersions(owner, id), 1);
  });

  it('keeps no lock file that arrives after the end of the right, or has a long name', async () => {
    const small = { path: `${address.folder}~$plan.docx`, size: 100 };
    assert.equal(await late('PUT', () => office.call('DELETE', `/documents/${String(id)}`), small), 404);
    const other = await openAddress(office, await office.upload('other.docx', 'other'));
    await dav.expect(403, 'PUT', `${other.folder}~$${'n'.repeat(254)}`, { body: 'x' });
    await dav.expect(201, 'PUT', `${other.folder}~$${'n'.repeat(253)}`, { body: 'x' });
  });

  it('lists and locks nothing with a body that arrives after the sign-out', async () => {
    const bodies = { PROPFIND: propfindBody('<d:allprop/>'), LOCK: lockInfo(), PROPPATCH: '<x/>' };
    for (const [method, body] of Object.entries(bodies)) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const headers = { 'Content-Length': String(body.length), Depth: '0', Expect: '100-continue' };
      const path = `/webdav${address.path}`;
      const sent = request({ port: service.port, method, path, headers, agent: false });
      const { promise: accepted, resolve: accept } = Promise.withResolvers<undefined>();
      sent.on('response', resolve).on('error', reject);
      sent.on('continue', () => accept(undefined)).flushHeaders();
      await accepted;
      await office.call('POST', '/logout');
      sent.end(body);
      const response = await promise;
      assert.equal(response.statusCode, 404, method);
      assert.equal(response.headers['www-authenticate'], undefined);
      assert.equal(await text(response), 'Not found.\n');
      office = await officeOf(service, anna);
      address = await openAddress(office, id);
    }
  });

  it('is confined in the core, also where its user has been before', async () => {
    const { dms } = service;
    const { user } = dms.editAddresses.find(address.token, null) ?? {};
    assert.ok(user);
    const own = dms.tree.resolve(anna.actor, ['secret.docx']);
    assert.ok(own);
    dms.documents.open(anna.actor, own.entry.id);
    assert.equal(dms.tree.resolve(user, ['secret.docx']), undefined);
    assert.equal(dms.tree.resolve(user, []), undefined);
    const notFound = { code: 'not_found' };
    const forbidden = { code: 'forbidden' };
    for (const other of [own.entry.id, folderId, anna.actor.homeId]) {
      assert.throws(() => dms.documents.open(user, other), notFound);
      assert.throws(() => dms.tree.path(user, other), notFound);
      assert.throws(() => dms.locks.covering(user, other), notFound);
      await assert.rejects(dms.entries.remove(user, other), notFound);
    }
    assert.equal(dms.documents.open(user, id).document.name, 'plan.docx');
    await assert.rejects(dms.entries.remove(user, id), forbidden);
    await assert.rejects(
      dms.shares.create(user, { entryId: id, users: [service.admin.login], permissions: 1 }),
      forbidden,
    );
    await assert.rejects(dms.editAddresses.open(user, id), { code: 'unauthenticated' });
    const page = { page: 1, perPage: 50 };
    await assert.rejects(dms.search.search(user, 0, { q: 'secret', filter: {} }, page), notFound);
  });

  it('is slowed down when it guesses, and does not slow down an address that works', async () => {
    const limited = await startService({ config: { rate_limit: { guest_per_minute: 5 } } });
    try {
      const user = await limited.createUser('anna');
      const own = await officeOf(limited, user);
      const { path } = await openAddress(own, await own.upload('a.docx', 'a'));
      const client = new DavClient(limited.port);
      const guess = (each: number): string => `/.edit/${String(each).padStart(22, 'A')}/a.docx`;
      for (let each = 0; each < 5; each += 1) assertGone(await client.ask('GET', guess(each)), 'GET');
      const { headers } = await client.expect(429, 'GET', guess(5));
      assert.ok(Number(headers['retry-after']) > 0);
      assert.equal(headers['www-authenticate'], undefined);
      await client.expect(200, 'GET', path);
    } finally {
      await limited.stop();
    }
  });
});
