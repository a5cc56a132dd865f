import assert from 'node:assert/strict';
import { compose } from '../../../src/core/mail/mail-templates.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { MailMessage } from '../../../src/model/people/mail.ts';
import { type CoreFixture, MINUTE, openCoreFixture, SYSTEM } from '../../support/accounts.ts';
import { inTimeZone } from '../../support/clock/time-zone.ts';
import { newUser, write } from '../../support/tree.ts';

const BASE_URL = 'https://dms.example.org';
const NOBODY: ReadonlySet<number> = new Set();

describe('the queue of mail', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: BASE_URL });
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    file = await write(core.dms, ann, 'file');
  });
  afterEach(() => core.close());

  function due() {
    return core.dms.mailQueue.due(100, NOBODY);
  }

  async function share(notify = true) {
    return core.dms.shares.create(ann, { entryId: file, users: ['ben'], permissions: 3, notify });
  }

  function enqueue(letter: MailMessage): void {
    const recipient = { id: ben.userId, name: 'Ben', email: 'ben@example.org', language: null };
    core.dms.mailQueue.enqueue(recipient, letter);
  }

  async function notified(): Promise<readonly string[] | undefined> {
    return (await core.dms.shares.list(ann, {}, { page: 1, perPage: 1 })).items[0]?.notified;
  }

  /** Lets the server refuse the one letter that is due, again and again. @returns minutes between the attempts */
  async function refuseUntilGone(limit: number): Promise<number[]> {
    const pauses: number[] = [];
    for (let minutes = 0; pauses.length < limit; minutes += 1) {
      const [mail] = due();
      if (mail) {
        pauses.push(minutes);
        minutes = 0;
        await core.dms.mailQueue.failed(mail, { reason: 'greylisted', isPermanent: false });
      }
      await core.dms.mailQueue.giveUpExpired();
      if (waiting() === 0) break;
      core.pass(MINUTE);
    }
    return pauses;
  }

  function waiting(): number {
    return core.dms.health.statistics().mails_waiting;
  }

  it('writes in the language of the recipient, else in that of the sharer, else in English', async () => {
    const subjectOf = async (): Promise<string | undefined> => {
      const { id } = await share();
      const subject = due()[0]?.subject;
      await core.dms.shares.remove(ann, id);
      core.pass(60 * MINUTE);
      return subject;
    };
    const subjects = [await subjectOf()];
    await core.dms.account.update(ann, { language: 'de' });
    subjects.push(await subjectOf());
    await core.dms.account.update(ben, { language: 'en' });
    subjects.push(await subjectOf());
    assert.deepEqual(subjects, [
      '“Name of ann” shared “file” with you',
      '“Name of ann” hat „file“ mit Ihnen geteilt',
      '“Name of ann” shared “file” with you',
    ]);
  });

  it('gets a letter for each recipient of a share who is to be told', async () => {
    await share(false);
    assert.deepEqual(due(), []);
    await core.dms.shares.create(ann, {
      entryId: file,
      users: ['ben'],
      permissions: 3,
      notify: true,
    });
    assert.deepEqual(
      due().map(({ address, subject }) => [address, subject]),
      [['ben@example.org', '“Name of ann” shared “file” with you']],
    );
  });

  it('takes nothing where the change that the letter is about is undone', async () => {
    const change = () =>
      core.database.transaction(() => {
        enqueue({ kind: 'password_changed', ip: null });
        throw new Error('undone');
      });
    await assert.rejects(change, /undone/);
    assert.equal(waiting(), 0);
  });

  it('stays empty without a mail server', async () => {
    const other = await openCoreFixture();
    try {
      const eve = await newUser(other, 'eve');
      await newUser(other, 'ben');
      const entryId = await write(other.dms, eve, 'file');
      const made = await other.dms.shares.create(eve, {
        entryId,
        users: ['ben'],
        permissions: 1,
        notify: true,
      });
      assert.deepEqual(made.notified, []);
      assert.equal(other.dms.mailQueue.isConfigured, false);
      assert.deepEqual(other.dms.mailQueue.due(100, NOBODY), []);
    } finally {
      await other.close();
    }
  });

  it('forgets a letter that was taken, and the share then says who was told', async () => {
    await share();
    assert.deepEqual(await notified(), []);
    for (const mail of due()) await core.dms.mailQueue.sent(mail);
    assert.deepEqual(await notified(), ['ben']);
    assert.equal(waiting(), 0);
    // Shared anew, he is told anew.
    await share();
    assert.deepEqual(await notified(), []);
  });

  it('tries again after 1, 2, 4 … minutes, then hourly, and gives up after a day, visibly', async () => {
    await share();
    const pauses = await refuseUntilGone(100);
    assert.deepEqual(pauses.slice(0, 9), [0, 1, 2, 4, 8, 16, 32, 60, 60]);
    assert.equal(pauses.length, 29);
    assert.equal(
      core.actions().at(-1),
      'mail_fail ““Name of ann” shared “file” with you” to ben@example.org: greylisted',
    );
    assert.deepEqual(await notified(), []);
  });

  it('tries a code no longer than it is good', async () => {
    enqueue({ kind: 'two_factor_code', code: '123456', expiresAt: core.now() + 10 * MINUTE });
    assert.deepEqual(await refuseUntilGone(100), [0, 1, 2, 4]);
  });

  it('keeps no code that has run out, whoever looks first', async () => {
    const looks = [() => core.dms.mailQueue.giveUpExpired(), () => core.dms.housekeeping.tidy()];
    for (const look of looks) {
      enqueue({ kind: 'two_factor_code', code: '123456', expiresAt: core.now() + 10 * MINUTE });
      core.pass(10 * MINUTE - 1);
      assert.equal(due().length, 1);
      core.pass(1);
      assert.deepEqual(due(), []);
      await look();
      assert.equal(waiting(), 0);
    }
    assert.ok(!core.actions().join('\n').includes('123456'));
  });

  it('gives up at once what the server will never take', async () => {
    await share();
    for (const mail of due())
      await core.dms.mailQueue.failed(mail, { reason: '550 no such user', isPermanent: true });
    assert.equal(waiting(), 0);
    assert.match(core.actions().at(-1) ?? '', /^mail_fail .* 550 no such user$/);
  });

  it('hands out codes first, and nothing that is being sent', async () => {
    await share();
    enqueue({ kind: 'two_factor_code', code: '123456', expiresAt: core.now() + 10 * MINUTE });
    const [code, letter] = due();
    assert.deepEqual([code?.kind, letter?.kind], ['two_factor_code', 'share']);
    assert.deepEqual(core.dms.mailQueue.due(1, new Set([code?.id ?? 0])), [letter]);
  });

  it('lets everything be tried at once after a restart', async () => {
    await share();
    for (const mail of due())
      await core.dms.mailQueue.failed(mail, { reason: 'greylisted', isPermanent: false });
    assert.deepEqual(due(), []);
    await core.dms.mailQueue.makeAllDue();
    assert.equal(due().length, 1);
  });

  it('drops the letter about a share that is taken back, left, replaced or of somebody who is gone', async () => {
    const take = [
      async () => core.dms.shares.remove(ann, (await share()).id),
      async () => core.dms.shares.remove(ben, (await share()).id),
      async () => {
        await share();
        await share(false);
      },
      async () => {
        await share();
        await core.dms.users.remove(SYSTEM, ben.userId);
      },
    ];
    for (const back of take) {
      await back();
      assert.equal(waiting(), 0);
    }
  });
});

describe('letters', () => {
  inTimeZone('Europe/Berlin');
  const BEN = { name: 'Ben', language: null };
  const share = {
    kind: 'share',
    sharer: 'Ann <b>',
    entryName: 'A & B.pdf',
    entryKind: 'file',
    entryId: 7,
    permissions: 31,
    expiresAt: Date.UTC(2026, 0, 31, 12, 10),
    shareId: 9,
  } as const;

  it('say in plain text and in HTML what was shared, by whom, how far and for how long', () => {
    const { subject, text, html } = compose(share, BEN, BASE_URL);
    assert.equal(subject, 'Ann <b> shared “A & B.pdf” with you');
    assert.equal(
      text,
      [
        'Hello Ben,',
        'Ann <b> has shared the document “A & B.pdf” with you. You may read, change, delete and share it, until 31 January 2026 at 13:10 CET.',
        'You can find it at the top level of your drive.',
        'Open the drive: https://dms.example.org/webdav/',
        '-- \nSent by dms at https://dms.example.org\n',
      ].join('\n\n'),
    );
    assert.ok(html.includes('<p>Ann &lt;b&gt; has shared the document “A &amp; B.pdf” with you.'));
    assert.ok(html.includes('<a href="https://dms.example.org/webdav/">Open the drive</a>'));
    assert.ok(!/<(?:img|script|link)|src=|url\(/i.test(html));
  });

  it('name only what may be done', () => {
    const said = (permissions: number, entryKind: 'file' | 'folder') =>
      /You may ([^.]*) it\./.exec(
        compose({ ...share, permissions, entryKind, expiresAt: null }, BEN, null).text,
      )?.[1];
    assert.equal(said(1, 'file'), 'read');
    assert.equal(said(7, 'file'), 'read and change');
    assert.equal(said(7, 'folder'), 'read, change and add to');
  });

  it('have no link when nobody knows where the service is', () => {
    const { text, html } = compose(share, BEN, null);
    assert.ok(!/https?:|<a /.test(text + html));
  });

  it('have a subject of one line whatever is named in it', () => {
    const entryName = 'a\r\nBcc: eve@example.org\u2028\u0085b\u0000';
    const { subject, text } = compose({ ...share, entryName }, BEN, null);
    assert.equal(subject, 'Ann <b> shared “a Bcc: eve@example.org b ” with you');
    assert.ok(!text.includes('\nBcc'));
  });

  it('show a code in the letter, not in the subject', () => {
    const letter = { kind: 'two_factor_code', code: '012345', expiresAt: 0 } as const;
    const { subject, text, html } = compose(letter, BEN, BASE_URL);
    assert.ok(text.includes('012345') && html.includes('012345') && !subject.includes('012345'));
  });

  it('tell of a new token and of a new password, and from where', () => {
    const token = compose({ kind: 'token_created', tokenName: 'backup', ip: '192.0.2.1' }, BEN, BASE_URL);
    assert.match(token.subject, /“backup”/);
    assert.match(token.text, /“backup” was created for your account, from the address 192\.0\.2\.1\./);
    const password = compose({ kind: 'password_changed', ip: null }, BEN, BASE_URL);
    assert.match(password.text, /The password of your account was changed\./);
  });
});
