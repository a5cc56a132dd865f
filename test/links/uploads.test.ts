// Would catch files of a stranger that get lost, replace others, or of which the office is not told.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { Sender } from './sender.ts';
import { makeLink, visit } from './visitor.ts';

const MINUTE_MS = 60_000;

interface Member {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

describe('files that a stranger sends', () => {
  let now = Date.parse('2026-11-29T12:00:00Z');
  let service: Service;
  let anna: Account;
  let office: Office;
  let folder: number;
  let created = 0;
  let path: string;
  let id: number;

  before(async () => {
    service = await startService({
      now: () => now,
      keepsMail: true,
      config: {
        smtp: { url: 'smtp://127.0.0.1:1', from: 'dms@example.org' },
        server: { base_url: 'http://dms.example.org' },
      },
    });
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
  });
  after(() => service.stop());
  beforeEach(async () => {
    now = Date.parse('2026-11-29T12:00:00Z');
    created += 1;
    folder = await office.folder(`Papers ${String(created)}`);
    ({ id, path } = await makeLink(service, anna, folder, { kind: 'upload', label: 'tax 2026' }));
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function members(): Promise<Member[]> {
    const data: unknown = await office.call('GET', `/folders/${String(folder)}/contents?sort=name`);
    return Array.isArray(data) ? data : [];
  }
  /** The e-mails about the folder that would be sent now. */
  const due = () =>
    service.dms.mailQueue
      .due(100, new Set())
      .filter(({ subject }) => subject === `Files for “Papers ${String(created)}”`);
  const names = async () => (await members()).map(({ name }) => name);

  it('are stored in the folder, in pieces, after a broken line', async () => {
    const sender = await Sender.open(service, path);
    const { status, headers } = await sender.create('scan.pdf', 11, { filetype: 'application/pdf' });
    const location = headers.get('Location') ?? '';
    assert.equal(status, 201);
    assert.match(location, new RegExp(`^${path}/uploads/\\d+$`));
    assert.equal((await sender.append(location, 0, 'hello ')).status, 204);
    assert.deepEqual(await names(), []);
    const head = await sender.tus('HEAD', location);
    assert.equal(head.headers.get('Upload-Offset'), '6');
    assert.equal((await sender.append(location, 5, 'world')).status, 409);
    const last = await sender.append(location, 6, 'world');
    assert.deepEqual([last.status, last.headers.get('Content-Location')], [204, null]);
    const [stored] = await members();
    assert.equal(stored?.name, 'scan.pdf');
    assert.equal(await office.download(stored.id), 'hello world');
  });

  it('come with one request, or with a form without JavaScript', async () => {
    const sender = await Sender.open(service, path);
    assert.equal((await sender.create('a.txt', 1, {}, 'a')).status, 201);
    assert.equal((await sender.create('empty.txt', 0)).status, 201);
    const form = await sender.form({ 'b.txt': 'b', 'c.txt': 'c' }, { name: 'Ben', email: '' });
    assert.deepEqual([form.status, form.headers.get('Location')], [303, path]);
    assert.deepEqual(await names(), ['a.txt', 'b.txt', 'c.txt', 'empty.txt']);
  });

  it('get a number if their name is taken, and never become a version', async () => {
    await office.upload('scan.pdf', 'of the office', folder);
    const senders = await Promise.all(Array.from({ length: 20 }, () => Sender.open(service, path)));
    const statuses = await Promise.all(
      senders.map((sender, index) => sender.send('scan.pdf', String(index))),
    );
    assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([204]));
    assert.equal((await senders[0]?.form({ 'scan.pdf': 'a form' }))?.status, 303);
    assert.equal((await members()).length, 22);
    const first = (await members()).find(({ name }) => name === 'scan.pdf');
    assert.equal(await office.download(first?.id ?? 0), 'of the office');
  });

  it('have the sender in the comment, as typed', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('a.txt', 'a', { name: ' Anna Berg ', email: 'anna@example.com' });
    await sender.form({ 'b.txt': 'b' }, { name: '', email: 'ben@example.com' });
    await sender.send('c.txt', 'c');
    const comments = [];
    for (const { id: document } of await members()) {
      const versions = await office.call('GET', `/documents/${String(document)}/versions`);
      comments.push(Array.isArray(versions) ? versions.map(({ comment }) => comment) : []);
    }
    assert.deepEqual(comments, [['From: Anna Berg <anna@example.com>'], ['From: <ben@example.com>'], ['']]);
  });

  it('are seen by who sent them, with the names as sent, and by nobody else', async () => {
    await office.upload('scan.pdf', 'of the office', folder);
    const [sender, other] = [await Sender.open(service, path), await Sender.open(service, path)];
    await sender.send('scan.pdf', '12345');
    await other.send('other.pdf', '1');
    const page = await sender.page();
    assert.match(page, /scan\.pdf<\/bdi><span>5 byte/);
    assert.doesNotMatch(page, /other|\(2\)|Papers|tax/);
    assert.ok(Buffer.byteLength(page) < 40_000);
  });

  it('are in the activity as uploads of a guest, with the link', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('.DS_Store', 'of a hostile stranger');
    const data: unknown = await office.call('GET', '/activity?per_page=2');
    const [upload] = Array.isArray(data) ? data : [];
    assert.deepEqual(
      [upload.action, upload.user, upload.details],
      ['upload', 'guest', `(.DS_Store), link ${String(id)} “tax 2026” of anna`],
    );
  });

  it('count for the link', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('a.txt', 'a');
    const { files, maxFiles, works } = service.dms.links.get(anna.actor, id);
    assert.deepEqual([files, maxFiles, works], [1, null, true]);
  });

  it('are told in one e-mail for each visit, when nothing has come for a while', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('a.txt', 'a', { name: 'Anna Berg' });
    now += 4 * MINUTE_MS;
    await sender.send('b.txt', 'b', { name: 'Anna Berg' });
    now += 4 * MINUTE_MS;
    assert.deepEqual(due(), []);
    now += MINUTE_MS;
    const [mail, ...others] = due();
    assert.deepEqual([others, mail?.address], [[], 'anna@example.org']);
    assert.match(mail?.text ?? '', /has sent 2 files[^]*“Anna Berg”[^]*not verified[^]*\/folders\/\d+/);
    if (mail) await service.dms.mailQueue.sent(mail);
    await sender.send('c.txt', 'c');
    now += 10 * MINUTE_MS;
    assert.deepEqual(due(), []);
    now += 60 * MINUTE_MS;
    assert.match(due()[0]?.text ?? '', /has sent 3 files/);
  });

  it('tell the office of no more than twenty visits a day', async () => {
    for (let index = 0; index < 25; index += 1)
      await (await Sender.open(service, path)).send('a.txt', String(index));
    now += 10 * MINUTE_MS;
    assert.equal(due().length, 20);
  });

  it('tell the office of no more than twenty visits a day, also of visits of the day before', async () => {
    const begin = () => Promise.all(Array.from({ length: 20 }, () => Sender.open(service, path)));
    const tell = async () => {
      const mails = due();
      for (const mail of mails) await service.dms.mailQueue.sent(mail);
      return mails.length;
    };
    const first = await begin();
    for (const sender of first) await sender.send('a.txt', 'a');
    now += 10 * MINUTE_MS;
    assert.equal(await tell(), 20);
    now += 24 * 60 * MINUTE_MS;
    for (const sender of [...(await begin()), ...first]) await sender.send('b.txt', 'b');
    now += 70 * MINUTE_MS;
    assert.equal(await tell(), 20);
  });

  it('are told once an hour, however many come after an e-mail', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('a.txt', 'a');
    now += 5 * MINUTE_MS;
    const [mail] = due();
    if (mail) await service.dms.mailQueue.sent(mail);
    for (const name of ['b.txt', 'c.txt', 'd.txt']) {
      now += MINUTE_MS;
      await sender.send(name, name);
    }
    now += 50 * MINUTE_MS;
    assert.deepEqual(due(), []);
    now += 10 * MINUTE_MS;
    assert.equal(due().length, 1);
  });

  it('are not told a second time because one comes while the e-mail is being sent', async () => {
    const sender = await Sender.open(service, path);
    await sender.send('a.txt', 'a');
    now += 31 * MINUTE_MS;
    const [mail] = due();
    await sender.send('b.txt', 'b');
    if (mail) await service.dms.mailQueue.sent(mail);
    now += MINUTE_MS;
    assert.deepEqual(due(), []);
    now += 60 * MINUTE_MS;
    assert.match(due()[0]?.text ?? '', /has sent 2 files/);
  });

  it('are sent on a page with one form, in German as well, and no script but its own', async () => {
    const { status, text, headers } = await visit(service, path, { 'Accept-Language': 'de' });
    assert.equal(status, 200);
    assert.match(text, /Dateien an anna senden/);
    assert.match(text, /<form [^>]*method="post"[^>]*enctype="multipart\/form-data"/);
    assert.doesNotMatch(text, /Papers|tax 2026/);
    const policy = String(headers['content-security-policy']);
    const nonce = /<script nonce="([^"]+)" src="\/assets\/[^"]+" defer><\/script>/.exec(text)?.[1] ?? '';
    assert.ok(policy.includes(`script-src 'nonce-${nonce}'`), policy);
    assert.doesNotMatch(policy, /unsafe|script-src[^;]*'self'/);
    assert.equal(text.match(/<script/g)?.length, 1);
    assert.match(
      String(headers['set-cookie']),
      new RegExp(`^dms_visit=[\\w-]{22}; .*Path=${path}; HttpOnly; SameSite=Lax`),
    );
  });

  it('are refused with words that a customer understands', async () => {
    const sender = await Sender.open(service, path);
    const refused = await sender.send('a\u0000b.txt', 'a');
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Rename it/);
    const form = await sender.form({ 'a\\b?.txt': '1', ['x'.repeat(300)]: '2' }, { name: 'Ben' });
    assert.equal(form.status, 422);
    assert.match(form.text, /Rename it/);
    assert.match((await sender.form({})).text, /Choose at least one file/);
    assert.match(
      (await sender.form({ 'a.txt': 'a' }, { name: 'x'.repeat(101) })).text,
      /at most 100 characters/,
    );
    assert.equal((await sender.send('a.txt', 'a', { name: 'two\nlines' })).status, 422);
    assert.deepEqual(await names(), []);
  });
});
