// Would catch a visitor who may edit and loses the work of others, or does more than add to it.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { READ, SHARE, UPDATE } from '../../src/model/entries/permissions.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { Sender } from './sender.ts';
import { assertGone, makeLink, visit } from './visitor.ts';

describe('a stranger who may edit', () => {
  let service: Service;
  let anna: Account;
  let office: Office;
  let above: number;
  let folder: number;
  let below: number;
  let lease: number;
  let beside: number;
  let round = 0;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
  });
  after(() => service.stop());
  beforeEach(async () => {
    round += 1;
    above = await office.folder(`Above ${String(round)}`);
    folder = await office.folder('Contracts', above);
    below = await office.folder('Old', folder);
    lease = await office.upload('lease.txt', 'the lease', folder);
    beside = await office.upload('beside.txt', 'the secret', above);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  interface Version {
    readonly number: number;
    readonly comment: string;
  }

  async function versions(id: number): Promise<readonly Version[]> {
    const data: unknown = await office.call('GET', `/documents/${String(id)}/versions`);
    return Array.isArray(data) ? data : [];
  }

  async function names(id: number): Promise<string[]> {
    const data: unknown = await office.call('GET', `/folders/${String(id)}/contents?sort=name`);
    return Array.isArray(data) ? data.map(({ name }: { name: string }) => name) : [];
  }

  const open = async (entry: number, options = {}) => {
    const link = await makeLink(service, anna, entry, { kind: 'edit', ...options });
    return { link, sender: await Sender.open(service, link.path) };
  };
  const fields = (version: number) => ({ version: String(version), name: 'Ben', email: '' });

  it('sends a new version of a document, with the comment of who it is from', async () => {
    for (const entry of [folder, lease]) {
      const { sender, link } = await open(entry);
      const before = (await versions(lease)).length;
      const { text } = await visit(service, `${link.path}/${String(lease)}`, { Cookie: sender.cookie });
      assert.match(text, new RegExp(`name="version" value="${String(before)}"`));
      const form = await sender.form(
        { 'other name.txt': `by ${link.path}` },
        fields(before),
        `/${String(lease)}/version`,
      );
      assert.deepEqual([form.status, form.headers.get('Location')], [303, `${link.path}/${String(lease)}`]);
      const [head, ...others] = await versions(lease);
      assert.deepEqual([head?.number, head?.comment, others.length], [before + 1, 'From: Ben', before]);
      assert.equal(await office.download(lease), `by ${link.path}`);
    }
    assert.deepEqual(await names(folder), ['Old', 'lease.txt']);
  });

  it('does not send a version over one that it has not seen', async () => {
    const { sender } = await open(folder);
    await office.upload('lease.txt', 'of the office', folder);
    const late = await sender.form({ 'lease.txt': 'mine' }, fields(1), `/${String(lease)}/version`);
    assert.equal(late.status, 412);
    assert.match(late.text, /newer version/);
    assert.match(late.text, /name="version" value="2"/);
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sender.form({ 'lease.txt': String(index) }, fields(2), `/${String(lease)}/version`),
      ),
    );
    assert.equal(sent.filter(({ status }) => status === 303).length, 1);
    assert.equal(sent.filter(({ status }) => status === 412).length, 9);
    assert.equal((await versions(lease)).length, 3);
    for (const version of ['', 'x', '-1', '3.5'])
      assert.equal(
        (await sender.form({ 'a.txt': 'x' }, { version }, `/${String(lease)}/version`)).status,
        412,
      );
    assert.equal(
      (await sender.form({ 'a.txt': 'x', 'b.txt': 'y' }, fields(3), `/${String(lease)}/version`)).status,
      422,
    );
  });

  it('adds files to the folder and those beneath it, under free names', async () => {
    const { sender, link } = await open(folder);
    assert.equal((await sender.form({ 'lease.txt': 'mine' }, {}, `/${String(folder)}/files`)).status, 303);
    assert.equal((await sender.form({ 'old.txt': 'mine' }, {}, `/${String(below)}/files`)).status, 303);
    assert.equal((await sender.create('tus.txt', 1, {}, 'x', `/${String(below)}`)).status, 201);
    assert.deepEqual(await names(folder), ['Old', 'lease (2).txt', 'lease.txt']);
    assert.deepEqual(await names(below), ['old.txt', 'tus.txt']);
    const page = await visit(service, link.path, { Cookie: sender.cookie });
    assert.match(page.text, /Add files/);
    assert.match(page.text, /lease \(2\)\.txt/);
    assert.equal((await visit(service, `${link.path}/${String(lease)}/download`)).text, 'the lease');
    assert.equal((await visit(service, `${link.path}/${String(folder)}/zip`)).status, 200);
  });

  it('changes nothing outside, and deletes, renames and moves nothing', async () => {
    const { sender, link } = await open(folder);
    for (const [id, face] of [
      [above, '/files'],
      [beside, '/version'],
      [lease, '/files'],
      [below, '/version'],
      [anna.actor.homeId, '/files'],
      [0, '/files'],
    ] as const)
      assert.equal(
        (await sender.form({ 'x.txt': 'x' }, fields(1), `/${String(id)}${face}`)).status,
        404,
        face,
      );
    assert.equal((await sender.create('x.txt', 1, {}, 'x', `/${String(above)}`)).status, 404);
    await assertGone(service, `${link.path}/${String(beside)}/download`);
    for (const method of ['DELETE', 'PATCH', 'PUT', 'MOVE', 'COPY', 'MKCOL', 'PROPPATCH'])
      for (const rest of [`/${String(lease)}`, `/${String(folder)}`, '']) {
        const { status } = await visit(
          service,
          link.path + rest,
          { Cookie: sender.cookie, 'Content-Length': '0' },
          method,
        );
        assert.equal(status, 404, method);
      }
    assert.deepEqual(await names(above), ['Contracts', 'beside.txt']);
    assert.deepEqual(await names(folder), ['Old', 'lease.txt']);
  });

  it('changes nothing in a folder that is locked with all that is beneath it', async () => {
    const { sender } = await open(folder);
    const { sender: ofDocument } = await open(lease);
    const upload = await Sender.open(
      service,
      (await makeLink(service, anna, folder, { kind: 'upload' })).path,
    );
    const begun = (await upload.create('half.txt', 2, {}, 'a')).headers.get('Location') ?? '';
    const dav = new DavClient(service.port, basic(anna.login, anna.password));
    await dav.lock(`/Above%20${String(round)}`);
    const toVersion = `/${String(lease)}/version`;
    for (const { status } of [
      await sender.form({ 'x.txt': 'x' }, {}, `/${String(folder)}/files`),
      await sender.form({ 'x.txt': 'x' }, fields(1), toVersion),
      await ofDocument.form({ 'x.txt': 'x' }, fields(1), toVersion),
      await upload.send('x.txt', 'x'),
      await upload.append(begun, 1, 'b'),
    ])
      assert.equal(status, 503);
    assert.deepEqual(await names(folder), ['Old', 'lease.txt']);
    assert.equal((await versions(lease)).length, 1);
  });

  it('may do no more than the user who made the link', async () => {
    const ben = await service.createUser(`ben${String(round)}`);
    await office.call('POST', '/shares', {
      folder_id: folder,
      users: [ben.login],
      permissions: READ | SHARE,
    });
    const { path } = await makeLink(service, ben, folder, { kind: 'edit' });
    const sender = await Sender.open(service, path);
    assert.doesNotMatch(await sender.page(), /Add files/);
    assert.equal((await sender.form({ 'x.txt': 'x' }, {}, `/${String(folder)}/files`)).status, 404);
    assert.equal((await sender.form({ 'x.txt': 'x' }, fields(1), `/${String(lease)}/version`)).status, 404);
    await office.call('POST', '/shares', {
      ...{ folder_id: folder, users: [ben.login], permissions: READ | SHARE | UPDATE },
    });
    assert.equal((await sender.form({ 'x.txt': 'x' }, fields(1), `/${String(lease)}/version`)).status, 303);
    assert.equal((await sender.form({ 'x.txt': 'x' }, {}, `/${String(folder)}/files`)).status, 404);
  });

  it('stores no version once the link is only to look at', async () => {
    const { sender, link } = await open(folder);
    await service.dms.links.update(anna.actor, link.id, { kind: 'download' });
    assert.equal((await sender.form({ 'x.txt': 'x' }, fields(1), `/${String(lease)}/version`)).status, 404);
    assert.equal((await sender.form({ 'x.txt': 'x' }, {}, `/${String(folder)}/files`)).status, 404);
    assert.equal((await versions(lease)).length, 1);
  });

  it('never replaces an empty or temporary version of the user who made the link', async () => {
    const empty = await office.upload('empty.txt', '', folder);
    const junk = await office.upload('~$lease.docx', 'lock', folder);
    const { sender } = await open(folder);
    for (const id of [empty, junk]) {
      assert.equal((await sender.form({ 'x.txt': 'x' }, fields(1), `/${String(id)}/version`)).status, 303);
      assert.equal((await versions(id)).length, 2);
    }
  });

  it('sees a page of a hundred members with the form in less than 40 KB', async () => {
    for (let index = 0; index < 101; index += 1)
      await office.upload(`Invoice of the month ${String(index).padStart(3, '0')}.pdf`, 'x', below);
    const { sender } = await open(below);
    assert.ok(Buffer.byteLength(await sender.page()) < 40_000);
  });
});
