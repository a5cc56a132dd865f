// Would catch a stranger who sees, fills or changes more than the one folder that a link lets them send files to.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { CREATE, READ, SHARE } from '../../src/model/entries/permissions.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { Sender } from './sender.ts';
import { assertGone, enterPassword, makeLink, visit } from './visitor.ts';

const KIB = 1024;
const SECRET = 'nobody outside may read this';

describe('a hostile stranger who may send files', () => {
  let service: Service;
  let anna: Account;
  let ben: Account;
  let office: Office;
  let folder: number;
  let inside: number;
  let below: number;
  let link: { readonly id: number; readonly path: string };
  let sender: Sender;
  let round = 0;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna', { quotaBytes: 200 * KIB });
    office = await officeOf(service, anna);
  });
  after(() => service.stop());
  beforeEach(async () => {
    round += 1;
    ben = await service.createUser(`ben${String(round)}`);
    folder = await office.folder(`Papers ${String(round)}`);
    inside = await office.upload('secret.txt', SECRET, folder);
    below = await office.folder('Below', folder);
    link = await makeLink(service, anna, folder, { kind: 'upload' });
    sender = await Sender.open(service, link.path);
  });
  afterEach(async () => {
    await office.call('DELETE', `/folders/${String(folder)}`);
    await office.call('DELETE', '/trash');
    assert.deepEqual(service.errors(), []);
  });

  async function members(id = folder): Promise<readonly { readonly id: number; readonly name: string }[]> {
    const data: unknown = await office.call('GET', `/folders/${String(id)}/contents?per_page=100`);
    return Array.isArray(data) ? data : [];
  }

  async function begun(length = 2): Promise<string> {
    const { headers, status, text } = await sender.create('half.txt', length, {}, 'a');
    assert.equal(status, 201, text);
    return headers.get('Location') ?? '';
  }

  /** Asserts that nobody can use an upload, and that nothing is stored of it. */
  async function assertDead(location: string, by: Sender = sender): Promise<void> {
    const statuses = [
      (await by.tus('HEAD', location)).status,
      (await by.append(location, 1, 'b')).status,
      (await by.tus('DELETE', location)).status,
      (await by.form({ 'form.txt': 'form' })).status,
      (await by.create('new.txt', 1, {}, 'a')).status,
    ];
    assert.deepEqual(statuses, [404, 404, 404, 404, 404]);
  }

  it('sends no file that the programs of the creator take for one of their own', async () => {
    for (const name of ['offer.tmp', '~$offer.docx', '.~lock.offer.odt#'])
      assert.equal((await sender.send(name, 'of the stranger')).status, 204, name);
    assert.equal((await sender.form({ 'form.tmp': 'of the stranger' })).status, 303);
    const drive = new DavClient(service.port, basic('anna', anna.password));
    const at = (name: string) => `/Papers%20${String(round)}/${encodeURIComponent(name)}`;
    for (const name of ['offer.tmp', 'form.tmp']) {
      assert.equal((await drive.ask('PUT', at(name), { body: 'of anna' })).status, 201);
      assert.equal((await drive.ask('DELETE', at(name))).status, 204);
    }
    const names = (await members()).map(({ name }) => name);
    for (const name of ['(offer.tmp)', '(~$offer.docx)', '(.~lock.offer.odt#)', '(form.tmp)'])
      assert.ok(names.includes(name), name);
  });

  it('reads nothing, at any address', async () => {
    for (const id of [folder, inside, below, anna.actor.homeId])
      for (const face of ['', '/download', '/preview', '/zip', '/thumbnail/128'])
        await assertGone(service, `${link.path}/${String(id)}${face}`, { Cookie: sender.cookie });
    for (const query of ['?page=2', '?view=tiles', '?page=x'])
      assert.doesNotMatch((await visit(service, link.path + query)).text, /secret|Below|Papers/);
    await sender.send('mine.txt', 'mine');
    const mine = (await members()).find(({ name }) => name === 'mine.txt');
    await assertGone(service, `${link.path}/${String(mine?.id)}/download`, { Cookie: sender.cookie });
  });

  it('learns from no response which id the folder has', async () => {
    for (const id of [folder, inside, below, 999_999]) {
      const address = `/${String(id)}`;
      for (const { status } of [
        await sender.create('a.txt', 1, {}, 'a', address),
        await sender.create('', 1, {}, 'a', address),
        await sender.form({ 'a.txt': 'a' }, {}, `${address}/files`),
        await sender.form({}, {}, `${address}/files`),
        await sender.form({ 'a.txt': 'a' }, { version: '1' }, `${address}/version`),
      ])
        assert.equal(status, 404);
    }
  });

  it('has no rights in the core but to send', async () => {
    const request = {
      code: link.path.slice(3),
      proof: undefined,
      ip: null,
      secret: service.dms.linkUploads.newVisit(),
    };
    const { user } = service.dms.linkVisits.open(request) ?? assert.fail();
    const { dms } = service;
    assert.throws(() => dms.documents.open(user, inside), { code: 'forbidden' });
    assert.throws(() => dms.tree.folder(user, folder, 'read'), { code: 'forbidden' });
    await assert.rejects(async () => dms.folders.create(user, { name: 'new', folderId: below }), {
      code: 'invalid',
    });
    await assert.rejects(async () => dms.entries.remove(user, inside), { code: 'not_found' });
    await assert.rejects(async () => dms.versions.list(user, inside, { page: 1, perPage: 1 }), {
      code: 'forbidden',
    });
  });

  it('uses no upload of another visit, another link, or the office', async () => {
    const location = await begun();
    const other = await Sender.open(service, link.path);
    const otherLink = await makeLink(service, anna, folder, { kind: 'upload' });
    const moved = location.replace(link.path, otherLink.path);
    for (const [by, address] of [
      [other, location],
      [await Sender.open(service, otherLink.path), moved],
      [new Sender(service, otherLink.path, sender.cookie), moved],
      [new Sender(service, link.path, ''), location],
      [new Sender(service, link.path, 'dms_visit=short'), location],
    ] as const)
      for (const status of [
        (await by.tus('HEAD', address)).status,
        (await by.append(address, 1, 'b')).status,
        (await by.tus('DELETE', address)).status,
      ])
        assert.equal(status, 404);
    const plan = {
      length: 2,
      folderId: folder,
      path: [],
      name: 'own.txt',
      conflict: 'version',
      metadata: '',
    } as const;
    const rest = { mimeType: null, modifiedAt: null, comment: null, sha256: null };
    const { upload } = await service.dms.resumableUploads.create(anna.actor, { ...plan, ...rest });
    assert.equal((await sender.tus('HEAD', `${link.path}/uploads/${String(upload.id)}`)).status, 404);
    const own = await service.dms.resumableUploads.list(anna.actor);
    assert.deepEqual(
      own.map(({ id }) => id),
      [upload.id],
    );
    const id = Number(location.split('/').at(-1));
    assert.throws(() => service.dms.resumableUploads.find(anna.actor, id), { code: 'not_found' });
    await service.dms.resumableUploads.remove(anna.actor, upload.id);
    assert.equal((await sender.append(location, 1, 'b')).status, 204);
  });

  it('stores nothing once the link has ended, or is of another kind', async () => {
    const location = await begun();
    await service.dms.links.update(anna.actor, link.id, { kind: 'view' });
    await assertDead(location);
    await service.dms.links.update(anna.actor, link.id, { kind: 'upload' });
    assert.equal((await sender.tus('HEAD', location)).status, 200);
    await service.dms.links.remove(anna.actor, link.id);
    await assertDead(location);
    await service.dms.resumableUploads.tidy();
    assert.deepEqual((await members()).map(({ name }) => name).sort(), ['Below', 'secret.txt']);
  });

  it('stores nothing once the folder is in the trash, and nothing after it is back but new files', async () => {
    const location = await begun();
    await office.call('DELETE', `/folders/${String(folder)}`);
    await assertDead(location);
    await office.call('POST', `/trash/${String(folder)}/restore`);
    assert.equal((await sender.append(location, 1, 'b')).status, 204);
  });

  it('stores nothing once the user who made the link may not share or add any more, or is disabled', async () => {
    const share = (permissions: number) =>
      office.call('POST', '/shares', { folder_id: folder, users: [ben.login], permissions });
    await share(READ | CREATE | SHARE);
    const bens = await makeLink(service, ben, folder, { kind: 'upload' });
    const visitor = await Sender.open(service, bens.path);
    const { headers } = await visitor.create('half.txt', 2, {}, 'a');
    const location = headers.get('Location') ?? '';
    for (const permissions of [READ | CREATE, READ | SHARE]) {
      await share(permissions);
      await assertDead(location, visitor);
    }
    await share(READ | CREATE | SHARE);
    await service.dms.users.update(service.admin.actor, ben.id, { isDisabled: true });
    await assertDead(location, visitor);
    await service.dms.users.update(service.admin.actor, ben.id, { isDisabled: false });
    assert.equal((await visitor.append(location, 1, 'b')).status, 204);
  });

  it('does not complete an upload that is running while the right ends', async () => {
    const changes = [
      () => service.dms.links.update(anna.actor, link.id, { kind: 'download' }),
      () => service.dms.links.update(anna.actor, link.id, { kind: 'upload', password: 'three red bicycles' }),
      () => office.call('DELETE', `/folders/${String(folder)}`),
    ];
    for (const change of changes) {
      const location = await begun(10);
      const stream = sender.stream(location, 1, 9);
      stream.write(Buffer.from('bbbb'));
      await arrived();
      await change();
      stream.write(Buffer.from('ccccc'));
      stream.end();
      assert.equal(await stream.status, 404);
      if (change !== changes[2])
        await service.dms.links.update(anna.actor, link.id, { kind: 'upload', password: null });
    }
    await office.call('POST', `/trash/${String(folder)}/restore`);
    assert.deepEqual((await members()).map(({ name }) => name).sort(), ['Below', 'secret.txt']);
  });

  /** Resolves when the service has begun to read the body of a running request. */
  async function arrived(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('needs the password for everything', async () => {
    const closed = await makeLink(service, anna, folder, { kind: 'upload', password: 'three red bicycles' });
    const stranger = new Sender(service, closed.path, sender.cookie);
    assert.match(await stranger.page(), /type="password"/);
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      assert.equal((await stranger.tus(method, `${closed.path}/uploads/1`)).status, 403, method);
    for (const { status, text } of [
      await stranger.create('a.txt', 1, {}, 'a'),
      await stranger.form({ 'a.txt': 'a' }),
    ]) {
      assert.equal(status, 403);
      assert.match(text, /password/);
    }
    const { cookie } = await enterPassword(service, closed.path, 'three red bicycles');
    const friend = await Sender.open(service, closed.path, cookie);
    assert.equal((await friend.send('a.txt', 'a')).status, 204);
  });

  it('sends no more files than the link takes, all at once or with forms', async () => {
    await service.dms.links.update(anna.actor, link.id, { maxFiles: 10 });
    const visitors = await Promise.all(Array.from({ length: 5 }, () => Sender.open(service, link.path)));
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const by = visitors[index % 5] ?? sender;
        const name = `${String(index % 7)}.txt`;
        return index % 3 === 0 ? by.form({ [name]: 'x' }) : by.create(name, 1, {}, 'x');
      }),
    );
    assert.equal(sent.filter(({ status }) => status === 201 || status === 303).length, 10);
    assert.ok(sent.every(({ status }) => [201, 303, 422].includes(status)));
    assert.equal((await members()).length, 12);
    assert.equal(service.dms.links.get(anna.actor, link.id).files, 10);
    const form = await sender.form({ 'a.txt': 'a', 'b.txt': 'b' });
    assert.deepEqual([form.status, /No more files/.test(form.text)], [422, true]);
    const document = (await members()).find(({ name }) => name === '0.txt');
    await office.call('DELETE', `/documents/${String(document?.id)}`);
    assert.equal((await sender.create('again.txt', 1, {}, 'x')).status, 422, 'deleted files count');
  });

  it('sends no file that is larger than the link or the quota of its creator allows', async () => {
    await service.dms.links.update(anna.actor, link.id, { maxBytes: 10 });
    assert.equal((await sender.create('large.txt', 11)).status, 413);
    assert.equal((await sender.form({ 'large.txt': 'x'.repeat(11) })).status, 413);
    const location = (await sender.create('fits.txt', 10, {}, 'x')).headers.get('Location') ?? '';
    await service.dms.links.update(anna.actor, link.id, { maxBytes: 9 });
    assert.equal((await sender.append(location, 1, 'x'.repeat(9))).status, 413);
    await service.dms.links.update(anna.actor, link.id, { maxBytes: null });
    const huge = await sender.create('huge.txt', 2 ** 40);
    assert.deepEqual([huge.status, /no room/.test(huge.text)], [422, true]);
    assert.equal((await sender.form({ 'huge.txt': 'x'.repeat(300 * KIB) })).status, 422);
    assert.equal((await members()).length, 2);
  });

  it('cannot keep the owner from own uploads by announcing what never comes', async () => {
    for (let index = 0; index < 25; index += 1) await sender.create(`${String(index)}.txt`, 10 * KIB);
    const refused = await sender.create('more.txt', 1);
    assert.ok([422, 429].includes(refused.status), String(refused.status));
    const plan = {
      length: 150 * KIB,
      folderId: folder,
      path: [],
      name: 'own.txt',
      conflict: 'version',
    } as const;
    const rest = { mimeType: null, modifiedAt: null, comment: null, sha256: null, metadata: '' };
    const { upload } = await service.dms.resumableUploads.create(anna.actor, { ...plan, ...rest });
    await service.dms.resumableUploads.remove(anna.actor, upload.id);
  });

  it('runs no HTML in the origin of the service', async () => {
    await sender.send('page.html', '<script>alert(1)</script>', { filetype: 'text/html' });
    await sender.form({ 'image.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' });
    await sender.send('<img src=x onerror=alert(1)>.txt', 'x');
    await sender.send('"><script>alert(2)</script>', 'x', { name: '<script>alert(3)</script>' });
    assert.doesNotMatch(await sender.page(), /<img|<script>|"><script/);
    const shown = await makeLink(service, anna, folder);
    for (const { id, name } of await members()) {
      const { status, headers } = await visit(service, `${shown.path}/${String(id)}/preview`);
      if (name.endsWith('.html') || name.endsWith('.svg')) assert.equal(status, 404, name);
      if (status === 200) assert.match(String(headers['content-security-policy']), /sandbox/, name);
    }
  });

  it('cannot choose folder, conflict, path or comment', async () => {
    const fields = {
      folder_id: String(below),
      path: 'Below',
      conflict: 'version',
      comment: 'mine',
      sha256: 'x',
    };
    const { status } = await sender.create('secret.txt', 1, fields, 'x');
    assert.equal(status, 201);
    assert.equal(
      (await sender.form({ 'secret.txt': 'y' }, { folder_id: String(below), conflict: 'version' })).status,
      303,
    );
    assert.deepEqual(await members(below), []);
    assert.equal((await members()).length, 4);
    assert.equal(await office.download(inside), SECRET);
  });

  it('leaves no code and no visit in the log', async () => {
    const location = await begun();
    await sender.append(location, 1, 'b');
    await sender.tus('HEAD', `${location}/x`);
    await sender.form({ 'a.txt': 'a' });
    const log = JSON.stringify(service.log());
    assert.ok(!log.includes(link.path.slice(3)) && !log.includes(sender.cookie.slice('dms_visit='.length)));
  });
});
