import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { MailSender } from '../../src/jobs/mail-sender.ts';
import { MailServer } from '../../src/jobs/mail-server.ts';
import { createLogger } from '../../src/log.ts';
import { databaseLocked } from '../../src/model/errors/errors.ts';
import type { UserActor } from '../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture } from '../support/accounts.ts';
import { MailHouse, open, SilentHouse } from '../support/servers/mail-server.ts';
import { freePort } from '../support/servers/ports.ts';
import { newUser, write } from '../support/tree.ts';
import { waiter } from '../support/until.ts';

const FROM = 'Büro <dms@example.org>';
const LOOK_EVERY_MS = 20;

describe('the sender of mail', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let file: number;
  let sender: MailSender | undefined;
  let house: MailHouse | undefined;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: 'https://dms.example.org' });
    ann = await newUser(core, 'ann', { name: 'Änn "Ω" <b>' });
    file = await write(core.dms, ann, '报告 & co.pdf');
    sender = undefined;
    house = undefined;
  });
  afterEach(async () => {
    await sender?.stop();
    await house?.close();
    await core.close();
  });

  function send(url: string): Promise<void> {
    const log = createLogger({ level: 'silent', format: 'json' });
    sender = new MailSender(core.dms.mailQueue, new MailServer(url, FROM), log, LOOK_EVERY_MS);
    return sender.start();
  }

  async function shareWith(...users: string[]): Promise<void> {
    for (const login of users) await core.user(login, { name: `Name „${login}“` });
    await core.dms.shares.create(ann, { entryId: file, users, permissions: 1, notify: true });
  }

  function queue(): { address: string; attempts: number; lastError: string | null }[] {
    return core.database
      .prepare<[], { address: string; attempts: number; lastError: string | null }>(
        'SELECT address, attempts, last_error AS lastError FROM mails ORDER BY id',
      )
      .all();
  }

  async function notified(): Promise<readonly string[] | undefined> {
    return (await core.dms.shares.list(ann, {}, { page: 1, perPage: 1 })).items[0]?.notified;
  }

  const until = waiter(() => JSON.stringify(queue()));

  it('delivers a letter in plain text and HTML, and notes whom it reached', async () => {
    house = await MailHouse.open();
    await send(house.url);
    await shareWith('ben');
    await house.holds(1);
    const [received] = house.letters;
    assert.ok(received);
    assert.deepEqual([received.from, received.to], ['dms@example.org', ['ben@example.org']]);
    const { headers, text, html } = open(received);
    assert.equal(headers.get('subject'), '“Änn Ω <b>” shared “报告 & co.pdf” with you');
    assert.equal(headers.get('from'), 'Büro <dms@example.org>');
    assert.equal(headers.get('to'), 'Name „ben“ <ben@example.org>');
    assert.equal(headers.get('auto-submitted'), 'auto-generated');
    assert.match(headers.get('message-id') ?? '', /^<dms\.\d+\.\d+@example\.org>$/);
    assert.match(headers.get('content-type') ?? '', /^multipart\/alternative/);
    assert.ok(!received.raw.split('\r\n\r\n')[0]?.match(/[^\p{ASCII}]/u), 'headers are ASCII');
    assert.match(
      text,
      /^Hello Name „ben“,\n\n“Änn Ω <b>” has shared the document “报告 & co\.pdf” with you\./,
    );
    assert.match(text, /Open the drive: https:\/\/dms\.example\.org\/webdav\/\n/);
    assert.match(html, /“Änn Ω &lt;b&gt;” has shared the document “报告 &amp; co\.pdf”/);
    assert.match(html, /<a href="https:\/\/dms\.example\.org\/webdav\/">/);
    await until(() => queue().length === 0);
    assert.deepEqual(await notified(), ['ben']);
  });

  it('tries again what found no server', async () => {
    const port = await freePort();
    await send(`smtp://127.0.0.1:${port}`);
    await shareWith('ben');
    await until(() => queue()[0]?.attempts === 1);
    assert.match(queue()[0]?.lastError ?? '', /ECONNREFUSED/);
    house = await MailHouse.open({ port });
    core.pass(MINUTE);
    await house.holds(1);
    await until(() => queue().length === 0);
    assert.deepEqual(await notified(), ['ben']);
  });

  it('tries again what the server refuses for the moment', async () => {
    let isBusy = true;
    house = await MailHouse.open({ refuse: () => (isBusy ? 451 : undefined) });
    await send(house.url);
    await shareWith('ben');
    await until(() => queue()[0]?.attempts === 1);
    assert.match(queue()[0]?.lastError ?? '', /451 not here/);
    isBusy = false;
    assert.deepEqual(house.letters, []);
    core.pass(MINUTE);
    await house.holds(1);
  });

  it('saves a result that could not be saved at first, and sends nothing twice meanwhile', async () => {
    house = await MailHouse.open();
    const { letters } = house;
    const { database } = core;
    const transaction = database.transaction.bind(database);
    let isLocked = true;
    database.transaction = (change) => {
      if (letters.length === 0 || !isLocked) return transaction(change);
      isLocked = false;
      return Promise.reject(databaseLocked());
    };
    await send(house.url);
    await shareWith('ben');
    await until(() => queue().length === 0 && letters.length > 0);
    assert.deepEqual([letters.length, isLocked, await notified()], [1, false, ['ben']]);
  });

  it('gives up what the server refuses for good, and nothing else', async () => {
    house = await MailHouse.open({ refuse: (address) => (address.startsWith('ben') ? 550 : undefined) });
    await send(house.url);
    await shareWith('ben', 'cyd');
    await house.holds(1);
    await until(() => queue().length === 0);
    assert.deepEqual(house.refused, ['ben@example.org']);
    assert.deepEqual(await notified(), ['cyd']);
    assert.match(core.actions().at(-1) ?? '', /^mail_fail .* to ben@example\.org: .*550 not here/);
  });

  it('keeps what is refused only because of us: a wrong password', async () => {
    house = await MailHouse.open({ account: { user: 'dms', password: 'right & proper' } });
    await send(house.url.replace('//', '//dms:wrong@'));
    await shareWith('ben');
    await until(() => queue()[0]?.attempts === 1);
    assert.match(queue()[0]?.lastError ?? '', /535/);
    await sender?.stop();
    await send(house.url.replace('//', '//dms:right%20%26%20proper@'));
    await house.holds(1);
    await until(() => queue().length === 0);
  });

  it('sends a hundred letters once each, three at a time', async () => {
    house = await MailHouse.open();
    await send(house.url);
    const logins = Array.from({ length: 100 }, (_none, number) => `user-${number}`);
    await shareWith(...logins);
    await house.holds(100);
    await until(() => queue().length === 0);
    const reached = house.letters.flatMap(({ to }) => to).sort();
    assert.deepEqual(reached, logins.map((login) => `${login}@example.org`).sort());
    assert.ok(house.most > 1 && house.most <= 3, `${house.most} at a time`);
  });

  it('opens no more than three connections to a server that says nothing, and cuts them off at the end', async () => {
    const silent = await SilentHouse.open();
    try {
      await send(silent.url);
      await shareWith('ben', 'cyd', 'dan', 'eve');
      await until(() => silent.waiting === 3);
      mock.timers.enable({ apis: ['setTimeout'] });
      const stopped = sender?.stop();
      // The five seconds that what is being sent has to finish.
      mock.timers.tick(5000);
      mock.timers.reset();
      await stopped;
      await until(() => silent.waiting === 0);
      assert.deepEqual(
        queue().map(({ attempts }) => attempts),
        [0, 0, 0, 0],
      );
    } finally {
      await silent.close();
    }
  });

  it('lets go of a server that says nothing, and tries again later', async () => {
    const silent = await SilentHouse.open();
    try {
      await send(`${silent.url}?greetingTimeout=100`);
      await shareWith('ben');
      await until(() => queue()[0]?.attempts === 1);
      assert.match(queue()[0]?.lastError ?? '', /Greeting never received/);
    } finally {
      await silent.close();
    }
  });

  it('does not hand a password to a server without TLS on another machine', async () => {
    house = await MailHouse.open({ host: '127.0.0.2', account: { user: 'dms', password: 'secret' } });
    await send(house.url.replace('//', '//dms:secret@'));
    await shareWith('ben');
    await until(() => queue()[0]?.attempts === 1);
    assert.match(queue()[0]?.lastError ?? '', /STARTTLS/);
    assert.deepEqual(house.letters, []);
  });
});
