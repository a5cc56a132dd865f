// Would catch an address for editing that asks for a password, loses a version, or outlives what made it.
import assert from 'node:assert/strict';
import { totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Office, officeOf } from '../../web/support/office.ts';
import { basic, DavClient, hrefs, lockInfo, propertyUpdate, propfindBody } from '../client.ts';
import { assertGone, countVersions, openAddress } from './editing.ts';

const HOUR = 3_600_000;
const system = { kind: 'system', name: 'test' } as const;

describe('an address for editing', () => {
  const clock = { time: Date.UTC(2026, 0, 31, 12) };
  let service: Service;
  let anna: Account;
  let office: Office;
  let dav: DavClient;
  let drive: DavClient;
  let id: number;
  let number = 0;

  before(async () => {
    service = await startService({ now: () => clock.time });
    dav = new DavClient(service.port);
  });
  after(() => service.stop());

  beforeEach(async () => {
    number += 1;
    anna = await service.createUser(`anna${number}`);
    office = await officeOf(service, anna);
    drive = new DavClient(service.port, basic(anna.login, anna.password));
    id = await office.upload('Größe & Preis.docx', 'first', await office.folder('Offers'));
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('reads, locks and saves the document without credentials: a version each time', async () => {
    const { path, folder } = await openAddress(office, id);
    assert.equal((await dav.expect(200, 'GET', path)).text, 'first');
    const token = await dav.lock(path, { Depth: '0', Timeout: 'Second-3600' });
    const held = { If: `(<${token}>)` };
    await drive.expect(423, 'PUT', '/Offers/Gr%C3%B6%C3%9Fe%20%26%20Preis.docx', { body: 'late' });
    await dav.expect(423, 'PUT', path, { body: 'without the lock' });
    await dav.expect(204, 'PUT', path, { headers: held, body: 'second' });
    const tagged = { If: `<http://127.0.0.1:${service.port}/webdav${path}> (<${token}>)` };
    await dav.expect(204, 'PUT', path, { headers: tagged, body: 'third' });
    await dav.expect(200, 'LOCK', path, { headers: { ...held, Timeout: 'Second-3600' } });
    const { text } = await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
    assert.ok(text.includes(`<d:lockroot><d:href>/webdav${path}</d:href></d:lockroot>`), text);
    assert.ok(!text.includes('Offers'), 'the path on the drive is disclosed');
    const patch = propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>');
    await dav.expect(207, 'PROPPATCH', path, { headers: held, body: patch });
    await dav.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
    await dav.expect(200, 'HEAD', folder);
    assert.equal(await countVersions(office, id), 3);
    assert.equal(await office.download(id), 'third');
  });

  it('shows a folder with the document alone', async () => {
    const { path, folder } = await openAddress(office, id);
    for (const each of [folder, folder.slice(0, -1)]) {
      const { text } = await dav.expect(207, 'PROPFIND', each, { headers: { Depth: '1' } });
      assert.deepEqual(hrefs(text), [`/webdav${folder}`, `/webdav${path}`]);
      const zero = await dav.expect(207, 'PROPFIND', each, { headers: { Depth: '0' } });
      assert.deepEqual(hrefs(zero.text), [`/webdav${folder}`]);
    }
    const body = propfindBody('<d:prop><d:getetag/><d:displayname/></d:prop>');
    const { text } = await dav.expect(207, 'PROPFIND', folder, { headers: { Depth: '1' }, body });
    assert.ok(text.includes('<d:displayname>Größe &amp; Preis.docx</d:displayname>'), text);
    await dav.expect(403, 'PROPFIND', folder, { headers: { Depth: 'infinity' } });
    assert.match((await dav.expect(200, 'GET', folder)).text, /Größe &amp; Preis\.docx/);
  });

  it('names the document, whatever its name and its folder are by now', async () => {
    const { folder, path } = await openAddress(office, id);
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'new.docx' });
    await office.call('POST', `/documents/${String(id)}/move`, { folder_id: 0 });
    await dav.expect(204, 'PUT', path, { body: 'second' });
    await dav.expect(204, 'PUT', `${folder}new.docx`, { body: 'third' });
    assertGone(await dav.ask('GET', `${folder}other.docx`), 'another name');
    assert.equal(await countVersions(office, id), 3);
  });

  it('works with two-factor sign-in, which the drive refuses without a token', async () => {
    const { dms } = service;
    const { login, password } = anna;
    const attempt = { login, password, ip: null, userAgent: null };
    const { secret } = await dms.authentication.withPassword(attempt);
    const session = dms.authentication.bySession(secret, null);
    assert.ok(session);
    const enrolment = await dms.twoFactor.enrol(session, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    await dms.twoFactor.confirm(session, totpCode(enrolment.secret, clock.time));
    await drive.expect(401, 'PROPFIND', '/', { headers: { Depth: '0' } });
    const { token, name } = await dms.editAddresses.open(session, id);
    await dav.expect(204, 'PUT', `/.edit/${token}/${encodeURIComponent(name)}`, { body: 'second' });
  });

  it('is for a document that the caller may change, and for a token that may read and write', async () => {
    const ben = await service.createUser(`ben${number}`);
    const bens = await officeOf(service, ben);
    await assert.rejects(bens.call('POST', `/documents/${String(id)}/edit-address`), /404/);
    await service.dms.shares.create(anna.actor, { entryId: id, users: [ben.login], permissions: 1 });
    await assert.rejects(bens.call('POST', `/documents/${String(id)}/edit-address`), /403/);
    const ask = async (scopes: readonly ('read' | 'write' | 'webdav')[]): Promise<number> => {
      const { secret } = await service.dms.tokens.create(anna.actor, { name: 'x', scopes });
      const response = await fetch(`${service.url}/api/documents/${String(id)}/edit-address`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}` },
      });
      return response.status;
    };
    assert.equal(await ask(['read', 'write']), 201);
    assert.equal(await ask(['write']), 403);
    assert.equal(await ask(['read']), 403);
    assert.equal(await ask(['webdav']), 403);
  });

  it('ends 12 hours after its last use', async () => {
    const { path } = await openAddress(office, id);
    for (let uses = 0; uses < 4; uses += 1) {
      clock.time += 11 * HOUR;
      await dav.expect(200, 'GET', path);
    }
    clock.time += 12 * HOUR;
    assertGone(await dav.ask('GET', path), 'GET');
    await service.dms.housekeeping.tidy();
  });

  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    'the user signs out': () => office.call('POST', '/logout'),
    'the user ends all other sessions': async () =>
      (await officeOf(service, anna)).call('DELETE', '/account/sessions'),
    'an administrator ends the sessions': () => service.dms.sessions.endOf(service.admin.actor, anna.id),
    'the password changes': () =>
      service.dms.users.update(system, anna.id, { password: 'another long password' }),
    'the account is disabled': () => service.dms.users.update(system, anna.id, { isDisabled: true }),
    'the account is deleted': () => service.dms.users.remove(system, anna.id),
    'the document is in the trash': () => office.call('DELETE', `/documents/${String(id)}`),
    'the session is too old': async () => {
      clock.time += 31 * 24 * HOUR;
      return Promise.resolve();
    },
  };
  for (const [end, happen] of Object.entries(ends))
    it(`ends when ${end}`, async () => {
      const { path, folder } = await openAddress(office, id);
      await dav.expect(200, 'GET', path);
      await happen();
      for (const method of ['GET', 'HEAD', 'PUT', 'PROPFIND', 'LOCK', 'UNLOCK', 'PROPPATCH', 'DELETE'])
        for (const each of [path, folder, `${folder}~$x.docx`])
          assertGone(await dav.ask(method, each, { headers: { Depth: '0' } }), `${method} ${each}`);
    });

  it('ends with the token that made it', async () => {
    const { secret, token } = await service.dms.tokens.create(anna.actor, {
      name: 'x',
      scopes: ['read', 'write'],
    });
    const actor = service.dms.authentication.byToken(secret, null);
    assert.ok(actor);
    const opened = await service.dms.editAddresses.open(actor, id);
    const path = `/.edit/${opened.token}/${encodeURIComponent(opened.name)}`;
    await dav.expect(200, 'GET', path);
    await service.dms.tokens.revoke(anna.actor, token.id);
    assertGone(await dav.ask('GET', path), 'GET');
  });

  it('has no more rights than the share that its user has now', async () => {
    const ben = await service.createUser(`ben${number}`);
    const bens = await officeOf(service, ben);
    const share = { entryId: id, users: [ben.login], permissions: 3 };
    const { id: shareId } = await service.dms.shares.create(anna.actor, share);
    const { path } = await openAddress(bens, id);
    await dav.expect(204, 'PUT', path, { body: 'second' });
    await service.dms.shares.update(anna.actor, shareId, { permissions: 1 });
    await dav.expect(200, 'GET', path);
    await dav.expect(403, 'PUT', path, { body: 'third' });
    await dav.expect(403, 'LOCK', path, { body: lockInfo() });
    await service.dms.shares.remove(anna.actor, shareId);
    assertGone(await dav.ask('GET', path), 'GET');
    assertGone(await dav.ask('PUT', path, { body: 'fourth' }), 'PUT');
    assert.equal(await countVersions(office, id), 2);
  });

  it('keeps lock files for itself until the document is unlocked', async () => {
    const { path, folder } = await openAddress(office, id);
    const other = await openAddress(office, id);
    for (const name of ['.~lock.x.docx%23', '~$x.docx']) {
      await dav.expect(404, 'GET', folder + name);
      await dav.expect(201, 'PUT', folder + name, { body: `Anna,${name}` });
      assert.equal((await dav.expect(200, 'GET', folder + name)).text, `Anna,${name}`);
      await dav.expect(207, 'PROPFIND', folder + name, { headers: { Depth: '0' } });
      await dav.expect(404, 'GET', other.folder + name);
      await dav.expect(413, 'PUT', folder + name, { body: 'x'.repeat(5000) });
    }
    await dav.expect(204, 'DELETE', `${folder}~$x.docx`);
    await dav.expect(404, 'DELETE', `${folder}~$x.docx`);
    for (const name of ['a', 'b', 'c']) await dav.expect(201, 'PUT', `${folder}~$${name}`, { body: name });
    await dav.expect(507, 'PUT', `${folder}~$d`, { body: 'd' });
    const { text } = await dav.expect(207, 'PROPFIND', folder, { headers: { Depth: '1' } });
    assert.deepEqual(hrefs(text), [`/webdav${folder}`, `/webdav${path}`]);
    const token = await dav.lock(path);
    await dav.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
    await dav.expect(404, 'GET', `${folder}~$a`);
    const listing = await drive.expect(207, 'PROPFIND', '/Offers/', { headers: { Depth: '1' } });
    assert.equal(hrefs(listing.text).length, 2);
  });

  it('survives a restart, and ends with a clock that is set back at the latest when it would have ended', async () => {
    const { path } = await openAddress(office, id);
    await dav.expect(201, 'PUT', path.replace(/[^/]+$/, '~$x.docx'), { body: 'Anna' });
    await service.restart();
    await dav.expect(204, 'PUT', path, { body: 'second' });
    await dav.expect(404, 'GET', path.replace(/[^/]+$/, '~$x.docx'));
    clock.time += 5 * HOUR;
    service.dms.housekeeping.lookAtClock();
    clock.time -= 4 * HOUR;
    service.dms.housekeeping.lookAtClock();
    // A change waits for those before it.
    await office.folder('After the clock');
    clock.time += 9 * HOUR;
    assertGone(await dav.ask('GET', path), 'GET');
  });

  it('gives up the oldest of more than 200', async () => {
    const first = await openAddress(office, id);
    const second = await openAddress(office, id);
    for (let more = 0; more < 199; more += 1) await openAddress(office, id);
    assertGone(await dav.ask('GET', first.path), 'GET');
    await dav.expect(200, 'GET', second.path);
  });

  it('leaves a real folder of this name to those who send credentials', async () => {
    await drive.expect(201, 'MKCOL', '/.edit');
    await drive.expect(201, 'MKCOL', `/.edit/${'a'.repeat(22)}`);
    await drive.expect(201, 'PUT', `/.edit/${'a'.repeat(22)}/own.txt`, { body: 'own' });
    assert.equal((await drive.expect(200, 'GET', `/.edit/${'a'.repeat(22)}/own.txt`)).text, 'own');
    const { text } = await drive.expect(207, 'PROPFIND', '/.edit/', { headers: { Depth: '1' } });
    assert.equal(hrefs(text).length, 2);
    const { path } = await openAddress(office, id);
    assert.equal((await drive.expect(200, 'GET', path)).text, 'first');
    const root = await dav.expect(207, 'PROPFIND', '/.edit/', { headers: { Depth: '1' } });
    assert.deepEqual(hrefs(root.text), ['/webdav/.edit/']);
  });

  it('is in no log, Referer or cache', async () => {
    const { path, folder, token } = await openAddress(office, id);
    const { headers } = await dav.expect(200, 'GET', path);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'private, max-age=0');
    const mistyped = [
      folder,
      `/%2eedit/${token}/x`,
      `/%2e%65dit/${token}/x`,
      `//.edit//${token}/x`,
      `/.edit%2f${token}/x`,
      `/.EDIT/${token}/x`,
      `/.edit/x/${token}`,
      `${path}/${token}`,
      `/.edit/${token}%zz`,
      `/./.edit/${token}/x`,
      `/a/../.edit/${token}/x`,
      `/%2e/.edit/${token}/x`,
      `/webdav/.edit/${token}/x`,
      `/.edit;a/${token}/x`,
      `/.edit\\${token}`,
    ];
    for (const each of mistyped) await dav.ask('GET', each);
    for (const each of [`/.edit/${token}/x`, `/webdav%2f.edit/${token}`, `/webdav%2f.edit%2f${token}`])
      await dav.raw('GET', each);
    await dav.ask('OPTIONS', path);
    assert.doesNotMatch(JSON.stringify(service.log()), new RegExp(token));
  });
});
