// Would catch a way out of a linked folder, and any answer that tells one dead link from another.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { assertGone, enterPassword, makeLink, visit } from './visitor.ts';

const SECRET = 'nobody outside may read this';

describe('a hostile stranger with the link of a folder', () => {
  let service: Service;
  let anna: Account;
  let office: Office;
  let folder: number;
  let inside: number;
  /** Ids that the link must not open: above, beside, in the trash, of other users, system folders. */
  let outside: number[];
  let path: string;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna');
    const ben = await service.createUser('ben');
    office = await officeOf(service, anna);
    const above = await office.folder('Above');
    folder = await office.folder('Linked', above);
    inside = await office.upload('inside.txt', 'inside', folder);
    const beside = await office.upload('beside.txt', SECRET, above);
    const trashed = await office.upload('trashed.txt', SECRET, folder);
    await office.call('DELETE', `/documents/${String(trashed)}`);
    const bens = await (await officeOf(service, ben)).upload('bens.txt', SECRET);
    const admins = await officeOf(service, service.admin);
    const own = await admins.upload('root.txt', SECRET);
    outside = [
      above,
      beside,
      trashed,
      bens,
      own,
      anna.actor.homeId,
      ben.actor.homeId,
      service.admin.actor.homeId,
    ];
    ({ path } = await makeLink(service, anna, folder));
  });
  after(() => service.stop());

  const faces = ['', '/download', '/preview', '/zip', '/thumbnail/128', '/thumbnail/512'];

  it('opens no id outside of it, at any address', async () => {
    for (const id of outside)
      for (const face of faces) await assertGone(service, `${path}/${String(id)}${face}`);
  });

  it('cannot climb', async () => {
    const steps = [
      '..',
      '.',
      '%2e%2e',
      '..%2f..',
      '..%5c..',
      '%2e%2e%2f',
      '....//',
      '%00',
      '-1',
      '0',
      '1e9',
      '0x1',
      '%D9%A3',
      '1%20',
      '+1',
    ];
    for (const step of steps)
      for (const rest of [`/${step}`, `/${step}/download`, `/${String(inside)}/${step}`]) {
        const { status, text } = await visit(service, path + rest);
        assert.ok([400, 404].includes(status), `${path}${rest}: ${String(status)}`);
        assert.doesNotMatch(text, /nobody outside|Above|beside/);
      }
  });

  it('reaches no other interface with the code', async () => {
    const code = path.slice('/s/'.length);
    const interfaces = [
      '/api/folders/0/contents',
      '/web/api/folders/0/contents',
      '/api/events',
      '/api/activity',
      `/api/documents/${String(inside)}`,
    ];
    const credentials = [
      { Authorization: `Bearer ${code}` },
      { Authorization: `Basic ${Buffer.from(`anna:${code}`).toString('base64')}` },
      { Cookie: `dms_session=${code}` },
      { Cookie: `dms_link=${code}` },
    ];
    for (const address of [...interfaces, '/webdav/'])
      for (const headers of credentials) {
        const { status, text } = await visit(service, address, headers);
        assert.ok(status === 401 || status === 404, `${address}: ${String(status)}`);
        assert.doesNotMatch(text, /inside\.txt/);
      }
  });

  it('changes nothing with any method', async () => {
    const before = JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`));
    const methods = [
      'PUT',
      'DELETE',
      'PATCH',
      'POST',
      'MKCOL',
      'MOVE',
      'COPY',
      'PROPPATCH',
      'LOCK',
      'PROPFIND',
      'OPTIONS',
    ];
    for (const method of methods)
      for (const rest of ['', `/${String(inside)}`, `/${String(inside)}/download`]) {
        const { status } = await visit(service, path + rest, { 'Content-Length': '0' }, method);
        assert.ok([200, 303, 400, 404, 405].includes(status), `${method}: ${String(status)}`);
      }
    assert.equal(JSON.stringify(await office.call('GET', `/folders/${String(folder)}/contents`)), before);
  });

  it('cannot tell a link that has ended from one that never was', async () => {
    const kinds = {
      ended: await makeLink(service, anna, folder),
      'of a document in the trash': await makeLink(
        service,
        anna,
        await office.upload('gone.txt', 'x', folder),
      ),
    };
    await service.dms.links.remove(anna.actor, kinds.ended.id);
    const [gone] = service.dms.links.list(anna.actor, {}, { page: 1, perPage: 1 }).items;
    await office.call('DELETE', `/documents/${String(gone?.entryId)}`);
    for (const { path: dead } of Object.values(kinds))
      for (const face of ['', ...faces.map((each) => `/1${each}`)]) await assertGone(service, dead + face);
    const never = await enterPassword(service, '/s/aaaaaaaaaaaaaaaaaaaaaa', 'some password');
    const ended = await enterPassword(service, kinds.ended.path, 'some password');
    assert.deepEqual(ended, never);
    for (const code of [
      'a',
      'a'.repeat(23),
      `${'a'.repeat(21)}%00`,
      '%ff',
      "'or%201=1--",
      'a'.repeat(5000),
    ]) {
      const { status } = await visit(service, `/s/${code}`);
      assert.ok(status === 404 || status === 400, code);
    }
  });

  it('runs no code in our origin', async () => {
    const page = '<script>alert(1)</script>';
    for (const [name, type] of [
      ['a.html', 'text/html'],
      ['b.svg', 'image/svg+xml'],
      ['c.xml', 'application/xml'],
      ['"><img src=x onerror=alert(1)>.txt', 'text/plain'],
    ] as const) {
      const form = new FormData();
      form.set('folder_id', String(folder));
      form.set('file', new Blob([page], { type }), name);
      const uploaded = JSON.stringify(await office.call('POST', '/documents/upload', form));
      const id = /"id":(\d+)/.exec(uploaded)?.[1] ?? '';
      const shown = await visit(service, `${path}/${id}`);
      assert.doesNotMatch(shown.text, /<script|<img src=x/);
      const preview = await visit(service, `${path}/${id}/preview`);
      if (preview.status === 200) assert.equal(preview.headers['content-type'], 'text/plain');
      const download = await visit(service, `${path}/${id}/download`);
      assert.match(String(download.headers['content-disposition']), /^attachment/);
      assert.equal(download.headers['content-security-policy'], 'sandbox');
      assert.equal(download.headers['x-content-type-options'], 'nosniff');
    }
  });
});

describe('a stranger who tries links', () => {
  it('is slowed down by address, and sooner for links that do not work', async () => {
    const service = await startService({ config: { rate_limit: { links_per_minute: 50 } } });
    const anna = await service.createUser('anna');
    const office = await officeOf(service, anna);
    const { path } = await makeLink(service, anna, await office.upload('a.txt', 'a'));
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await visit(service, `/s/${'b'.repeat(21)}${String(tries)}`)).status, 404);
    const refused = await visit(service, `/s/${'b'.repeat(22)}`);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await visit(service, path)).status, 429, 'the whole address');
    await service.stop();
  });

  it('cannot fill the table of addresses', async () => {
    const service = await startService({ config: { server: { trust_proxy: 1 } } });
    const anna = await service.createUser('anna');
    const office = await officeOf(service, anna);
    const { id, path } = await makeLink(service, anna, await office.upload('a.txt', 'a'));
    for (let host = 0; host < 110; host += 1)
      await visit(service, path, { 'X-Forwarded-For': `192.0.2.${String(host)}` });
    const uses = service.dms.links.uses(anna.actor, id);
    assert.equal(uses.length, 100);
    assert.equal(service.dms.links.get(anna.actor, id).visits, 110);
    await service.stop();
  });
});
