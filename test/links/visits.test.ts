// Would catch a link that shows the wrong thing, or outlives what it depends on.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { assertGone, enterPassword, makeLink, visit } from './visitor.ts';

const DAY_MS = 24 * 3600 * 1000;
const PASSWORD = 'a word between us';

describe('a stranger with a link', () => {
  let now = Date.parse('2026-11-29T12:00:00Z');
  let service: Service;
  let anna: Account;
  let office: Office;
  let offer: number;
  let plans: number;
  let plan: number;
  let secret: number;

  before(async () => {
    service = await startService({ now: () => now });
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
    const folder = await office.folder('Customers');
    offer = await office.upload('Offer <1>.txt', 'the offer', folder);
    plans = await office.folder('Plans', folder);
    plan = await office.upload('plan.txt', 'the plan', plans);
    secret = await office.upload('secret.txt', 'the secret', folder);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('sees a document with its name, its preview and one button, without a script', async () => {
    const { path } = await makeLink(service, anna, offer);
    const { status, text, headers } = await visit(service, path);
    assert.equal(status, 200);
    assert.match(text, /<bdi>Offer &lt;1&gt;\.txt<\/bdi>/);
    assert.match(text, /Shared by anna/);
    assert.match(text, new RegExp(`href="${path}/${String(offer)}/download"`));
    assert.doesNotMatch(text, /<script|secret|Customers/);
    assert.ok(Buffer.byteLength(text) < 40_000);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['x-robots-tag']), /noindex/);
    assert.match(String(headers['cache-control']), /private/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  });

  it('reads German, if the browser asks for it', async () => {
    const { path } = await makeLink(service, anna, offer);
    const { text } = await visit(service, path, { 'Accept-Language': 'de-DE,de;q=0.9' });
    assert.match(text, /<html lang="de">/);
    assert.match(text, /Geteilt von anna/);
  });

  it('downloads the newest version, resumes it, and finds nothing above the document', async () => {
    const { path } = await makeLink(service, anna, offer);
    const content = await visit(service, `${path}/${String(offer)}/download`);
    assert.equal(content.text, 'the offer');
    assert.match(String(content.headers['content-disposition']), /^attachment/);
    const rest = await visit(service, `${path}/${String(offer)}/download`, { Range: 'bytes=4-' });
    assert.deepEqual([rest.status, rest.text], [206, 'offer']);
    for (const id of [secret, plans, plan, 1, 0, 999_999]) await assertGone(service, `${path}/${String(id)}`);
    for (const id of [secret, plan]) await assertGone(service, `${path}/${String(id)}/download`);
  });

  it('walks through a folder, as a list and as tiles, and takes all of it home', async () => {
    const { path } = await makeLink(service, anna, plans);
    const list = await visit(service, path);
    assert.match(list.text, /plan\.txt/);
    assert.doesNotMatch(list.text, /Customers|Offer/);
    const tiles = await visit(service, `${path}?view=tiles`);
    assert.match(tiles.text, /class="ti"/);
    const document = await visit(service, `${path}/${String(plan)}`);
    assert.match(
      document.text,
      new RegExp(`href="${path}/${String(plans)}"`),
      'the way up ends at the linked folder',
    );
    const zip = await visit(service, `${path}/${String(plans)}/zip`);
    assert.equal(zip.headers['content-type'], 'application/zip');
    assert.equal(zip.body.subarray(0, 2).toString(), 'PK');
    assert.ok(zip.body.includes('the plan'));
  });

  it('sees a hundred members on a page of less than 40 KB, and turns the page', async () => {
    const many = await office.folder('Many');
    for (let index = 0; index < 101; index += 1)
      await office.upload(`Invoice of the month ${String(index).padStart(3, '0')}.pdf`, 'x', many);
    const { path } = await makeLink(service, anna, many);
    const first = await visit(service, path);
    assert.ok(first.body.length < 40_000, String(first.body.length));
    assert.match(first.text, /101 items/);
    assert.match(first.text, /month 099/);
    assert.doesNotMatch(first.text, /month 100/);
    const second = await visit(service, `${path}/${String(many)}?page=2`);
    assert.match(second.text, /month 100/);
    await assertGone(service, `${path}/${String(many)}?page=3`);
    for (const page of ['0', '-1', 'x', '1.5', '1e3'])
      await assertGone(service, `${path}/${String(many)}?page=${page}`);
  });

  it('can look but not download, if the link says so', async () => {
    const { path } = await makeLink(service, anna, plans, { kind: 'view' });
    const { text } = await visit(service, `${path}/${String(plan)}`);
    assert.doesNotMatch(text, /download/);
    assert.equal((await visit(service, `${path}/${String(plan)}/preview`)).text, 'the plan');
    await assertGone(service, `${path}/${String(plan)}/download`);
    await assertGone(service, `${path}/${String(plans)}/zip`);
  });

  it('needs the password, if there is one, and gets no name without it', async () => {
    const { id, path } = await makeLink(service, anna, plans, { password: PASSWORD });
    const asked = await visit(service, path);
    assert.equal(asked.status, 200);
    assert.match(asked.text, /type="password"/);
    assert.doesNotMatch(asked.text, /Plans|anna/);
    for (const rest of [
      `/${String(plan)}`,
      `/${String(plan)}/download`,
      `/${String(plans)}/zip`,
      '/999/download',
    ])
      assert.equal((await visit(service, path + rest)).text, asked.text);
    const wrong = await enterPassword(service, path, 'another word');
    assert.deepEqual([wrong.status, wrong.cookie], [403, '']);
    assert.match(wrong.text, /The password is wrong/);
    const { status, cookie } = await enterPassword(service, path, PASSWORD);
    assert.equal(status, 303);
    assert.equal((await visit(service, `${path}/${String(plan)}/download`, { cookie })).text, 'the plan');

    await service.dms.links.update(anna.actor, id, { password: 'a new word between us' });
    assert.match((await visit(service, path, { cookie })).text, /type="password"/, 'ends with its password');
  });

  it('needs the password again after twelve hours, and cannot use the proof of another link', async () => {
    const one = await makeLink(service, anna, plans, { password: PASSWORD });
    const other = await makeLink(service, anna, plans, { password: PASSWORD });
    const { cookie } = await enterPassword(service, one.path, PASSWORD);
    assert.match((await visit(service, other.path, { cookie })).text, /type="password"/);
    const [, until = ''] = /=(\d+)/.exec(cookie) ?? [];
    const longer = cookie.replace(until, String(Number(until) + DAY_MS));
    assert.match((await visit(service, one.path, { cookie: longer })).text, /type="password"/);
    now += DAY_MS / 2;
    assert.match((await visit(service, one.path, { cookie })).text, /type="password"/);
  });

  it('is refused after five wrong passwords, also with the right one', async () => {
    const { path } = await makeLink(service, anna, plans, { password: PASSWORD });
    for (let tries = 0; tries < 5; tries += 1)
      await enterPassword(service, path, `wrong word ${String(tries)}`);
    const refused = await enterPassword(service, path, PASSWORD);
    assert.deepEqual([refused.status, refused.cookie], [429, '']);
    assert.match(refused.text, /Too many attempts/);
    now += DAY_MS;
    assert.equal((await enterPassword(service, path, PASSWORD)).status, 303);
  });

  it('finds nothing once the link has ended', async () => {
    const { id, path } = await makeLink(service, anna, offer, { expiresAt: now + DAY_MS });
    assert.equal((await visit(service, path)).status, 200);
    now += DAY_MS;
    await assertGone(service, path);
    await service.dms.links.update(anna.actor, id, { expiresAt: null });
    assert.equal((await visit(service, path)).status, 200);
    await service.dms.links.remove(anna.actor, id);
    await assertGone(service, path);
  });

  it('downloads no more often than the link allows, and whole each time', async () => {
    const { path } = await makeLink(service, anna, offer, { maxDownloads: 2 });
    const address = `${path}/${String(offer)}/download`;
    assert.doesNotMatch((await visit(service, path)).text, /\/preview|the offer/);
    await assertGone(service, `${path}/${String(offer)}/preview`);
    const part = await visit(service, address, { Range: 'bytes=1-' });
    assert.deepEqual([part.status, part.text], [200, 'the offer']);
    assert.equal((await visit(service, address, {}, 'HEAD')).status, 200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit(service, address)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await assertGone(service, path);
  });

  it('is counted, by address and in the activity', async () => {
    const { id, path } = await makeLink(service, anna, offer, { label: 'Smith Ltd' });
    await visit(service, path);
    await visit(service, path);
    await visit(service, `${path}/${String(offer)}/download`);
    const link = service.dms.links.get(anna.actor, id);
    assert.deepEqual([link.visits, link.downloads, link.lastUsedAt], [2, 1, now]);
    const [use, ...others] = service.dms.links.uses(anna.actor, id);
    assert.deepEqual(others, []);
    assert.deepEqual([use?.ip, use?.visits, use?.downloads], ['127.0.0.1', 2, 1]);
    const { items } = await service.dms.activity.list(service.admin.actor, {}, { page: 1, perPage: 50 });
    const used = items.filter(
      ({ action, details }) => action === 'link_use' && details.includes('Smith Ltd'),
    );
    assert.equal(used.length, 1);
    assert.equal(used[0]?.ip, '127.0.0.1');
  });

  it('is counted once by an address that does not begin with the first page', async () => {
    const { id, path } = await makeLink(service, anna, plans);
    for (const rest of [`/${String(plan)}`, `/${String(plan)}/preview`, `/${String(plans)}?page=1`])
      assert.equal((await visit(service, path + rest)).status, 200);
    assert.equal(service.dms.links.get(anna.actor, id).visits, 1);
    assert.equal(service.dms.links.uses(anna.actor, id).length, 1);
  });

  it('is not counted for a content that the browser has, nor for the rest of a download', async () => {
    const { id, path } = await makeLink(service, anna, offer);
    const address = `${path}/${String(offer)}/download`;
    const { headers } = await visit(service, address);
    const again = await visit(service, address, { 'If-None-Match': String(headers.etag) });
    assert.equal(again.status, 304);
    await visit(service, address, { Range: 'bytes=4-' });
    assert.equal(service.dms.links.get(anna.actor, id).downloads, 1);
    await visit(service, address, { Range: 'bytes=-9' });
    assert.equal(service.dms.links.get(anna.actor, id).downloads, 2);
  });

  it('keeps its note changeable after its end', async () => {
    const { id } = await makeLink(service, anna, offer, { expiresAt: now + 1000 });
    now += 2000;
    const { label } = await service.dms.links.update(anna.actor, id, { label: 'ended' });
    assert.equal(label, 'ended');
  });

  it('leaves no secret in the log', async () => {
    const { path } = await makeLink(service, anna, offer);
    await visit(service, `${path}/${String(offer)}/download`);
    for (const other of [path.replace('/s/', '/S/'), `/${path}`]) await visit(service, other);
    const log = JSON.stringify(service.log());
    assert.match(log, /\/s\/…\/\d+\/download/);
    assert.doesNotMatch(log, new RegExp(path.slice('/s/'.length)));
  });
});

describe('a link ends with the right of the user who made it', () => {
  let service: Service;
  let anna: Account;
  let ben: Account;
  let office: Office;
  let folder: number;
  let document: number;

  beforeEach(async () => {
    service = await startService();
    [anna, ben] = [await service.createUser('anna'), await service.createUser('ben')];
    office = await officeOf(service, anna);
    folder = await office.folder('Shared');
    document = await office.upload('shared.txt', 'shared', folder);
  });
  afterEach(() => service.stop());

  const shareWithBen = (permissions: number) =>
    service.dms.shares.create(anna.actor, { entryId: folder, users: ['ben'], permissions });

  it('and lives again with it', async () => {
    const share = await shareWithBen(17);
    const { path } = await makeLink(service, ben, document);
    assert.equal((await visit(service, path)).status, 200);
    await service.dms.shares.update(anna.actor, share.id, { permissions: 1 });
    await assertGone(service, path);
    await service.dms.shares.update(anna.actor, share.id, { permissions: 17 });
    assert.equal((await visit(service, path)).status, 200);
    await service.dms.shares.remove(anna.actor, share.id);
    await assertGone(service, path);
  });

  it('a document that is moved out of the linked folder is gone', async () => {
    await shareWithBen(17);
    const { path } = await makeLink(service, ben, folder);
    assert.match((await visit(service, path)).text, /shared\.txt/);
    const other = await office.folder('Private');
    await office.call('POST', `/documents/${String(document)}/move`, { folder_id: other });
    await assertGone(service, `${path}/${String(document)}`);
    assert.doesNotMatch((await visit(service, path)).text, /shared\.txt/);
  });

  it('a disabled account, the trash, a deleted account', async () => {
    await shareWithBen(17);
    const { path } = await makeLink(service, ben, document);
    const { dms } = service;
    await dms.users.update(service.admin.actor, ben.id, { isDisabled: true });
    await assertGone(service, path);
    await dms.users.update(service.admin.actor, ben.id, { isDisabled: false });
    await office.call('DELETE', `/folders/${String(folder)}`);
    await assertGone(service, path);
    await dms.trash.restore(anna.actor, folder);
    assert.equal((await visit(service, path)).status, 200);
    await dms.users.remove(service.admin.actor, ben.id);
    await assertGone(service, path);
  });
});

describe('the rules of the administrator hold for existing links', () => {
  const MAKING = { enabled: /switched off/, require_password: /password: is required/, max_days: /30 days/ };
  const RULES = { enabled: false, require_password: true, max_days: 30 };

  for (const [key, refusal] of Object.entries(MAKING))
    it(key, async () => {
      let now = Date.now();
      const before = await startService({ now: () => now });
      const anna = await before.createUser('anna');
      const office = await officeOf(before, anna);
      const id = await office.upload('a.txt', 'a');
      const { path } = await makeLink(before, anna, id);
      const links = { [key]: RULES[key as keyof typeof RULES] };
      const office2 = { dataDirectory: before.dataDirectory, admin: 'root2' };
      const after = await startService({ config: { links }, office: office2, now: () => now });
      await before.stop();
      const again = await after.dms.authentication.byBasic({
        login: 'anna',
        password: anna.password,
        ip: null,
      });
      await assert.rejects(makeLink(after, { ...anna, actor: again }, id), refusal);
      if (key === 'max_days') now += 30 * DAY_MS;
      await assertGone(after, path);
      await after.stop();
    });
});
