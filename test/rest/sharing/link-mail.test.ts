// Would catch a link that reaches a mailbox without its creator's wish, an e-mail that says something else than the
// creator wrote, and a flood of e-mails.
import assert from 'node:assert/strict';
import type { Mail } from '../../../src/storage/accounts/accounts.ts';
import { MailHouse, open } from '../../support/servers/mail-server.ts';
import { type Account, type Service, type ServiceOptions, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { type Client, clientOf } from '../client.ts';

const HOUR = 60 * 60_000;
const BASE_URL = 'https://dms.example.org';
const CLOSED = { url: 'smtp://127.0.0.1:9', from: 'Office <dms@example.org>' };

interface Made {
  readonly id: number;
  readonly code: string;
  readonly url: string;
}

describe('links by e-mail', () => {
  let service: Service;
  let now: number;
  let account: Account;
  let ann: Client;
  let folder: number;

  beforeEach(() => start());
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function start(options: ServiceOptions = { keepsMail: true }, config: object = {}): Promise<void> {
    now = Date.UTC(2026, 0, 31, 12);
    service = await startService({
      now: () => now,
      ...options,
      config: { smtp: CLOSED, server: { base_url: BASE_URL }, ...config },
    });
    account = await service.createUser('ann');
    ann = await clientOf(service, account);
    folder = (await ann.folder('Offer')).id;
  }

  async function restart(options: ServiceOptions = { keepsMail: true }, config: object = {}): Promise<void> {
    await service.stop();
    await start(options, config);
  }

  async function link(fields: object = {}, by = ann): Promise<Made> {
    const { body } = await by.post('/links', { folder_id: folder, ...fields }).expect(201);
    const data: { readonly id: number; readonly url: string } = body.data;
    return { id: data.id, code: data.url.slice(data.url.lastIndexOf('/') + 1), url: data.url };
  }

  const send = ({ id, code }: Made, to: readonly unknown[], more: object = {}, by = ann) =>
    by.post(`/links/${id}/mail`, { code, to, ...more });

  const queued = (): readonly Mail[] =>
    service.dms.mailQueue.due(1000, new Set()).filter(({ kind }) => kind === 'link');

  it('reach each address with name, text, address, end and the need of a password, and are forgotten then', async () => {
    const house = await MailHouse.open();
    try {
      await restart({}, { smtp: { ...CLOSED, url: house.url } });
      await service.dms.users.update(service.admin.actor, account.id, { name: 'Ann Müller' });
      const made = await link({ password: 'three red bicycles', expires_at: '2026-02-07T12:00:00Z' });
      const text = 'Dear Miller,\n\nthe offer <b>you</b> wanted.\n-- \nSent by the bank';
      const to = ['miller@example.com', 'smith@example.net', 'MILLER@example.com'];
      const { body } = await send(made, to, { text }).expect(200);
      assert.deepEqual(body.data, { sent_to: ['miller@example.com', 'smith@example.net'] });
      await waiter(() => 'mail is not sent')(() => service.dms.health.statistics().mails_waiting === 0);
      const letters = house.letters.filter(({ to: [address = ''] }) => /miller|smith/.test(address));
      assert.deepEqual(letters.map((letter) => letter.to).sort(), [
        ['miller@example.com'],
        ['smith@example.net'],
      ]);
      const [letter] = letters;
      assert.ok(letter);
      const { headers, text: plain, html } = open(letter);
      assert.equal(headers.get('subject'), '“Ann Müller” sends you “Offer”');
      assert.equal(headers.get('reply-to'), 'Ann Müller <ann@example.org>');
      assert.equal(headers.get('from'), 'Office <dms@example.org>');
      assert.match(
        plain,
        /^Hello,\n\n“Ann Müller” sends you a link to the folder “Offer”, with this message:\n\n/,
      );
      assert.ok(
        plain.includes('> Dear Miller,\n>\n> the offer <b>you</b> wanted.\n> --\n> Sent by the bank\n\n'),
      );
      assert.ok(plain.includes(`\nOpen the folder: ${made.url}\n`) && made.url.startsWith(`${BASE_URL}/s/`));
      assert.match(
        plain,
        /You need a password, which this e-mail does not contain\. Ask “Ann Müller” for it\./,
      );
      assert.match(plain, /The link can be used until 7 February 2026/);
      assert.ok(html.includes(`<a href="${made.url}">`) && html.includes('&lt;b&gt;you&lt;/b&gt;'));
      assert.doesNotMatch(letter.raw + plain + html, /bicycles/);
    } finally {
      await house.close();
    }
  });

  it('are in the language of the request, or of the sender', async () => {
    const made = await link();
    await send(made, ['a@example.com']).expect(200);
    await ann.patch('/account', { language: 'de' }).expect(200);
    await send(made, ['b@example.com']).expect(200);
    await send(made, ['c@example.com'], { language: 'en' }).expect(200);
    await send(made, ['d@example.com'], { language: 'fr' }).expect(422);
    assert.deepEqual(
      queued().map(({ address, subject }) => [address, subject]),
      [
        ['a@example.com', '“ann” sends you “Offer”'],
        ['b@example.com', '“ann” sendet Ihnen „Offer“'],
        ['c@example.com', '“ann” sends you “Offer”'],
      ],
    );
    assert.match(
      queued()[1]?.text ?? '',
      /^Guten Tag,\n\n“ann” sendet Ihnen einen Link auf den Ordner „Offer“\./,
    );
  });

  it('have no line, header or sender by the name of the user, the name of the entry or the text', async () => {
    const house = await MailHouse.open();
    try {
      await restart({}, { smtp: { ...CLOSED, url: house.url } });
      const name = 'Ann\u2028Bcc: all@example.org "Bank" <bank@example.com>';
      await service.dms.users.update(service.admin.actor, account.id, { name });
      folder = (await ann.folder('Offer\u2028Bcc: all@example.org\u0085x')).id;
      const made = await link();
      const text = 'a\r\nBcc: all@example.org\r\n.\r\nb\u2028c\u0085d\ud83d\ude00e';
      await send(made, ['miller@example.com'], { text }).expect(200);
      await send(made, ['miller@example.com'], { text: 'a\u0000b' }).expect(422);
      await send(made, ['miller@example.com'], { text: 'a\u001bb' }).expect(422);
      await waiter(() => 'mail is not sent')(() => service.dms.health.statistics().mails_waiting === 0);
      const letters = house.letters.filter(({ raw }) => raw.includes('miller'));
      assert.deepEqual(
        letters.map(({ to }) => to),
        [['miller@example.com']],
      );
      const [letter] = letters;
      assert.ok(letter);
      const { headers, text: plain } = open(letter);
      assert.equal(headers.has('bcc'), false);
      assert.match(headers.get('reply-to') ?? '', /<ann@example\.org>$/);
      assert.equal((headers.get('reply-to') ?? '').match(/@example\.org>/g)?.length, 1);
      assert.ok(
        plain.includes('\n\n> a\n> Bcc: all@example.org\n> .\n> b\n> c\n> d\ud83d\ude00e\n\n'),
        plain,
      );
      assert.doesNotMatch(plain, /[\u2028\u0085]|^Bcc/m);
    } finally {
      await house.close();
    }
  });

  it('have no text by the name of the entry, and no direction by that of the user', async () => {
    await service.dms.users.update(service.admin.actor, account.id, { name: 'Ann\u202e\u2066 ＂Müller' });
    folder = (await ann.folder('Offer”. Your “account" is locked: \u202eevil.example„')).id;
    await send(await link(), ['miller@example.com']).expect(200);
    const [mail] = queued();
    assert.equal(mail?.subject, "“Ann Müller” sends you “Offer'. Your 'account' is locked: evil.example'”");
    assert.doesNotMatch(mail.text + mail.html, /\u202e|Offer”/);
    const replyTo = service.dms.mailQueue.due(9, new Set()).find(({ kind }) => kind === 'link')?.replyTo;
    assert.deepEqual(replyTo, { name: 'Ann Müller', address: 'ann@example.org' });
  });

  it('need all addresses to be addresses, and a text that is not too long', async () => {
    const made = await link();
    const good = 'miller@example.com';
    const bad = [
      'miller',
      'a@b, c@d',
      'Miller <a@example.com>',
      'a@example.com\nBcc: b@example.com',
      '',
      'a@b\u0085c',
    ];
    for (const address of bad) {
      const { body } = await send(made, [good, address]).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['to'], address);
    }
    await send(made, []).expect(422);
    await send(made, [7]).expect(422);
    await send(made, [`${'a'.repeat(250)}@example.com`]).expect(422);
    await send(
      made,
      Array.from({ length: 21 }, (_none, index) => `a${index}@example.com`),
    ).expect(422);
    await send(made, [good], { text: 'ä'.repeat(2001) }).expect(422);
    await send(made, [good], { html: '<b>' }).expect(422);
    assert.deepEqual(queued(), []);
    await send(made, [good], { text: 'ä'.repeat(2000) }).expect(200);
  });

  it('need the code of this very link', async () => {
    const made = await link();
    const other = await link();
    for (const code of ['', 'x', 'a'.repeat(22), other.code, made.url]) {
      const { body } = await send({ ...made, code }, ['miller@example.com']).expect(422);
      assert.deepEqual(body.rules, { code: ['link_code_wrong'] });
    }
    assert.deepEqual(queued(), []);
  });

  it('are sent by the creator only, while the link works', async () => {
    const ben = await clientOf(service, await service.createUser('ben'));
    await ann.post('/shares', { folder_id: folder, users: ['ben'], permissions: 17 }).expect(201);
    const stranger = await clientOf(service, await service.createUser('cyd'));
    const admin = await clientOf(service, service.admin);
    const made = await link({ expires_at: '2026-02-07T12:00:00Z' });
    const to = ['miller@example.com'];
    await send(made, to, {}, ben).expect(403);
    await send(made, to, {}, admin).expect(403);
    await send(made, to, {}, stranger).expect(404);
    await send(made, to, {}, await clientOf(service, account, ['read'])).expect(403);
    await send(made, to, {}, await clientOf(service, account, ['write'])).expect(200);
    const bens = await link({}, ben);
    await send(bens, to, {}, ben).expect(200);
    await ann.post('/shares', { folder_id: folder, users: ['ben'], permissions: 1 }).expect(201);
    await send(bens, to, {}, ben).expect(403);
    now = Date.UTC(2026, 1, 7, 12);
    assert.equal((await send(made, to).expect(422)).body.code, 'link_not_working');
    await ann.delete(`/links/${made.id}`).expect(200);
    await send(made, to).expect(404);
  });

  it('are not sent any more when the link is deleted, or its creator disabled', async () => {
    const [kept, gone] = [await link(), await link()];
    for (const made of [kept, gone]) await send(made, ['miller@example.com']).expect(200);
    await ann.delete(`/links/${gone.id}`).expect(200);
    assert.deepEqual(
      queued().map(({ text }) => text.includes(kept.url)),
      [true],
    );
    await service.dms.users.update(service.admin.actor, account.id, { isDisabled: true });
    assert.deepEqual(queued(), []);
  });

  it('expire with the link while they wait for the mail server', async () => {
    await send(await link({ expires_at: '2026-01-31T13:00:00Z' }), ['miller@example.com']).expect(200);
    assert.equal(queued().length, 1);
    now += HOUR;
    assert.equal(queued().length, 0);
  });

  it('are refused without a mail server or a public URL, and with links switched off', async () => {
    const policy = async () => (await ann.get('/link-policy').expect(200)).body.data;
    assert.equal((await policy()).mail, true);
    for (const config of [
      { smtp: {}, server: { base_url: BASE_URL } },
      { smtp: CLOSED, server: {} },
    ]) {
      await restart({ keepsMail: true }, config);
      assert.equal((await policy()).mail, false);
      const { body } = await send(await link(), ['miller@example.com']).expect(403);
      assert.equal(body.code, 'link_mail_off');
    }
  });

  it('are limited for each address and entry, and for each sender, all or none of a request', async () => {
    const made = await link();
    const other = await link();
    for (const { id, code } of [made, other, made])
      await ann.post(`/links/${id}/mail`, { code, to: ['miller@example.com'] }).expect(200);
    const refused = await send(other, ['new@example.com', 'Miller@example.com']).expect(429);
    assert.equal(refused.body.code, 'mails_to_address_too_many');
    assert.equal(refused.headers['retry-after'], '3600');
    assert.equal(queued().length, 3);
    const many = (from: number) =>
      Array.from({ length: 20 }, (_none, index) => `a${from + index}@example.com`);
    for (const from of [0, 20, 40, 60]) await send(made, many(from)).expect(200);
    assert.equal((await send(made, many(80)).expect(429)).body.code, 'mails_too_many');
    await send(made, many(80).slice(0, 17)).expect(200);
    await send(made, ['last@example.com']).expect(429);
    assert.equal(queued().length, 100);
    now += HOUR;
    await send(made, ['last@example.com']).expect(200);
  });

  it('share their limit with e-mails about shares', async () => {
    await service.createUser('ben');
    const made = await link();
    for (let time = 0; time < 3; time += 1) await send(made, ['ben@example.org']).expect(200);
    const share = { folder_id: folder, users: ['ben'], permissions: 1, notify: true };
    await ann.post('/shares', share).expect(201);
    assert.deepEqual(
      service.dms.mailQueue.due(1000, new Set()).filter(({ kind }) => kind === 'share'),
      [],
    );
  });

  it('are in the activity with their number, without addresses', async () => {
    await send(await link(), ['miller@example.com', 'smith@example.com'], { text: 'hello' }).expect(200);
    const admin = await clientOf(service, service.admin);
    for (const reader of [ann, admin]) {
      const { body, text } = await reader.get('/activity?action=link_mail').expect(200);
      assert.match(body.data[0].details, /^Offer, link \d+, addresses: 2$/);
      assert.doesNotMatch(text, /miller|smith|hello/);
    }
    assert.equal(JSON.stringify(service.log()).includes('miller'), false);
  });
});
