import assert from 'node:assert/strict';
import { compose } from '../../../src/core/mail/mail-templates.ts';
import type { MailMessage } from '../../../src/model/people/mail.ts';
import { inTimeZone } from '../../support/clock/time-zone.ts';

const BASE_URL = 'https://dms.example.org';
const BEN = { name: 'Ben', language: null };
const SHARE: MailMessage = {
  kind: 'share',
  sharer: 'Ann',
  entryName: 'plans',
  entryKind: 'folder',
  entryId: 7,
  permissions: 1,
  expiresAt: null,
  shareId: 9,
};

describe('a letter as it is read', () => {
  inTimeZone('Europe/Berlin');

  function assertText(
    message: MailMessage,
    baseUrl: string | null,
    subject: string,
    ...paragraphs: string[]
  ) {
    const letter = compose(message, BEN, baseUrl);
    assert.equal(letter.subject, subject);
    const footer = baseUrl === null ? 'Sent by dms.' : `Sent by dms at ${baseUrl}`;
    assert.equal(letter.text, ['Hello Ben,', ...paragraphs, `-- \n${footer}\n`].join('\n\n'));
  }

  it('has a code by itself, how long it is good, and what it means when nobody asked for it', () => {
    assertText(
      { kind: 'two_factor_code', code: '012345', expiresAt: Date.UTC(2026, 0, 31, 12, 10, 59) },
      BASE_URL,
      'Your code for signing in',
      'Your code is',
      '    012345',
      'It can be used once, until 31 January 2026 at 13:10 CET.',
      'If you did not request it, someone else may know your password. Change your password.',
    );
  });

  it('says what a new token means, and what to do about one that nobody made', () => {
    assertText(
      { kind: 'token_created', tokenName: 'backup', ip: '192.0.2.1' },
      null,
      'A new token for your account: “backup”',
      'The personal access token “backup” was created for your account, from the address 192.0.2.1. ' +
        'Anyone who has it can act in your name.',
      'If that was not you, revoke the token and change your password.',
    );
  });

  it('says that a password was changed, and what to do if nobody did it', () => {
    assertText(
      { kind: 'password_changed', ip: null },
      null,
      'Your password was changed',
      'The password of your account was changed.',
      'If that was neither you nor your administrator, tell your administrator immediately.',
    );
  });

  it('says what a visitor of a link has sent, and that the name is not verified', () => {
    const upload = {
      kind: 'link_upload',
      entryName: 'plans',
      entryKind: 'folder',
      entryId: 7,
      files: 2,
    } as const;
    assertText(
      { ...upload, sender: '“Anna Berg”' },
      BASE_URL,
      'Files for “plans”',
      'A visitor of your link to the folder “plans” has sent 2 files.',
      'Name and e-mail address that the visitor entered: “Anna Berg”. They are not verified.',
      'Open the folder: https://dms.example.org/folders/7',
    );
    assertText(
      { ...upload, files: 1, sender: null },
      null,
      'Files for “plans”',
      'A visitor of your link to the folder “plans” has sent a file.',
      'The visitor did not enter a name.',
    );
  });

  it('has the link for a new password, and says what it means when nobody asked for it', () => {
    const url = `${BASE_URL}/reset#code=abc`;
    assertText(
      { kind: 'password_reset', url, expiresAt: Date.UTC(2026, 0, 31, 12, 30), ip: '192.0.2.1' },
      BASE_URL,
      'A new password for your account',
      'A new password was requested for your account, from the address 192.0.2.1.',
      `Set a new password: ${url}`,
      'The link can be used once, until 31 January 2026 at 13:30 CET.',
      'If you did not request it, ignore this e-mail. Your password does not change.',
    );
  });

  it('invites a user by name, with the login', () => {
    const url = `${BASE_URL}/reset#code=abc&invited`;
    const invitation = {
      kind: 'invitation',
      url,
      login: 'ben',
      expiresAt: Date.UTC(2026, 1, 7, 12),
    } as const;
    for (const [inviter, said] of [
      ['Ann', 'Ann'],
      [null, 'An administrator'],
    ] as const)
      assertText(
        { ...invitation, inviter },
        BASE_URL,
        'Your account is ready',
        `${said} has created an account for you. Your login is “ben”.`,
        `Set your password: ${url}`,
        'The link can be used once, until 7 February 2026 at 13:00 CET.',
      );
    const { html } = compose({ ...invitation, inviter: null }, BEN, BASE_URL);
    assert.match(html, /href="https:\/\/dms\.example\.org\/reset#code=abc&amp;invited"/);
  });

  it('sends a link to somebody without a name, with each line of the text marked', () => {
    const url = `${BASE_URL}/s/abc`;
    const link = {
      kind: 'link',
      linkId: 7,
      sender: '“Ann”',
      entryName: 'plans',
      entryKind: 'folder',
      url,
    } as const;
    const expiresAt = Date.UTC(2026, 1, 7, 12);
    const STRANGER = { name: '', language: null };
    const letter = compose({ ...link, text: 'a\n\n<b>', hasPassword: true, expiresAt }, STRANGER, BASE_URL);
    assert.equal(letter.subject, '“Ann” sends you “plans”');
    assert.equal(
      letter.text,
      `Hello,

“Ann” sends you a link to the folder “plans”, with this message:

> a
>
> <b>

Open the folder: ${url}

You need a password, which this e-mail does not contain. Ask “Ann” for it.

The link can be used until 7 February 2026 at 13:00 CET.

-- 
Sent by dms at ${BASE_URL}
`,
    );
    assert.match(letter.html, /<blockquote [^>]*>a\n\n&lt;b&gt;<\/blockquote>/);
    const file = { ...link, entryKind: 'file', text: '', hasPassword: false, expiresAt: null } as const;
    assert.equal(
      compose(file, { name: '', language: 'de' }, null).text,
      `Guten Tag,

“Ann” sendet Ihnen einen Link auf das Dokument „plans“.

Dokument öffnen: ${url}

-- 
Gesendet von dms.
`,
    );
  });

  it('says what made the alarm ring, and the commands against it', () => {
    const alarm: MailMessage = {
      kind: 'alarm',
      login: 'ann',
      name: '“Ann A”',
      incidentKind: 'overwrites',
      documents: 30,
      action: 'notify',
      begunAt: Date.UTC(2026, 0, 31, 12),
      token: 'laptop',
      ip: '192.0.2.1',
    };
    assertText(
      alarm,
      null,
      'Alarm: ransomware on the account “ann”?',
      '30 documents were overwritten with contents that are not what their names say, by the account “ann” (“Ann A”), ' +
        'with the token “laptop”, from the address 192.0.2.1, since 31 January 2026 at 13:00 CET. Ransomware does this.',
      'dms goes on accepting changes by this account. To stop them now:',
      '    dms user disable ann',
      'Disconnect the computer from the network, and end the sessions and tokens of the account. ' +
        'Then take the changes back:',
      '    dms undo --login ann --since 2026-01-31T11:59:00.000Z',
      'If the changes are intended, lift the incident:',
      '    dms alarm lift ann',
    );
    const paused: MailMessage = { ...alarm, action: 'pause', incidentKind: 'renames', token: null };
    const { subject, text, html } = compose(paused, { name: '', language: 'de' }, null);
    assert.equal(subject, 'Alarm: Verschlüsselung im Konto „ann“?');
    assert.match(text, /30 Dokumente auf dieselbe unbekannte Endung umbenannt, von der Adresse 192\.0\.2\.1/);
    assert.match(text, /dms lehnt weitere Änderungen dieses Kontos ab/);
    assert.ok(html.includes('<pre>dms alarm lift ann</pre>'));
  });

  it('says that the second factor was turned off', () => {
    assertText(
      { kind: 'two_factor_off' },
      null,
      'Two-factor sign-in was turned off',
      'An administrator has turned off two-factor sign-in for your account. Your password is enough now.',
      'Turn it on again with a new device. If you did not request this, tell your administrator immediately.',
    );
  });

  it('says what was shared, and where it is found', () => {
    assertText(
      SHARE,
      null,
      'Ann shared “plans” with you',
      'Ann has shared the folder “plans” with you. You may read it.',
      'You can find it at the top level of your drive.',
    );
  });

  it('is in HTML a whole page, with each paragraph, the code, and the footer', () => {
    const code = { kind: 'two_factor_code', code: '012345', expiresAt: 0 } as const;
    assert.equal(
      compose(code, { name: 'Ben "&\' O', language: null }, BASE_URL).html,
      `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font:16px/1.5 sans-serif;color:#222;max-width:36em;margin:1em">
<p>Hello Ben &quot;&amp;&#39; O,</p>
<p>Your code is</p>
<p style="font:bold 24px monospace;letter-spacing:4px">012345</p>
<p>It can be used once, until 1 January 1970 at 01:00 CET.</p>
<p>If you did not request it, someone else may know your password. Change your password.</p>
<p style="color:#777;font-size:13px">Sent by dms at https://dms.example.org</p>
</body></html>
`,
    );
  });

  it('has in HTML the link to the drive', () => {
    assert.ok(
      compose(SHARE, BEN, 'https://dms.example.org/a&b').html.includes(
        '<p><a href="https://dms.example.org/a&amp;b/webdav/">Open the drive</a></p>',
      ),
    );
  });

  describe('in German', () => {
    const expiresAt = Date.UTC(2026, 6, 31, 12, 10);
    const url = `${BASE_URL}/reset#code=abc`;
    const ip = '192.0.2.1';

    function assertGerman(message: MailMessage, subject: string, ...paragraphs: string[]) {
      const letter = compose(message, { name: 'Ben', language: 'de' }, BASE_URL);
      assert.equal(letter.subject, subject);
      const footer = '-- \nGesendet von dms auf https://dms.example.org\n';
      assert.equal(letter.text, ['Hallo Ben,', ...paragraphs, footer].join('\n\n'));
      assert.match(letter.html, /^<!doctype html>\n<html lang="de">/);
    }

    it('has a code and a time as Germans write it, in the time zone of the service', () => {
      assertGerman(
        { kind: 'two_factor_code', code: '012345', expiresAt },
        'Ihr Code für die Anmeldung',
        'Ihr Code lautet',
        '    012345',
        'Er gilt einmal, bis 31. Juli 2026 um 14:10 MESZ.',
        'Wenn Sie ihn nicht gerade angefordert haben, kennt vielleicht jemand Ihr Passwort: Ändern Sie es.',
      );
    });

    for (const [entryKind, entry, pronoun] of [
      ['file', 'das Dokument', 'es'],
      ['folder', 'den Ordner', 'ihn'],
    ] as const) {
      it(`says that ${entry} was shared`, () => {
        assertGerman(
          { ...SHARE, entryKind, permissions: 31, expiresAt },
          'Ann hat „plans“ mit Ihnen geteilt',
          `Ann hat ${entry} „plans“ mit Ihnen geteilt. Sie dürfen ${pronoun} lesen, ändern${entryKind === 'file' ? '' : ', ergänzen'}, ` +
            'löschen und teilen, bis 31. Juli 2026 um 14:10 MESZ.',
          `Sie finden ${pronoun} ganz oben in Ihrem Laufwerk.`,
          'Laufwerk öffnen: https://dms.example.org/webdav/',
        );
      });
    }

    it('says what happened to the account', () => {
      assertGerman(
        { kind: 'token_created', tokenName: 'backup', ip },
        'Ein neuer Token für Ihr Konto: „backup“',
        'Für Ihr Konto wurde der persönliche Token „backup“ angelegt, von der Adresse 192.0.2.1. ' +
          'Wer ihn hat, kann in Ihrem Namen handeln.',
        'Wenn Sie das nicht waren, widerrufen Sie den Token und ändern Sie Ihr Passwort.',
      );
      assertGerman(
        { kind: 'password_changed', ip: null },
        'Ihr Passwort wurde geändert',
        'Das Passwort Ihres Kontos wurde geändert.',
        'Wenn das weder Sie noch Ihre Verwaltung waren, informieren Sie sofort Ihre Verwaltung.',
      );
      assertGerman(
        { kind: 'two_factor_off' },
        'Der zweite Faktor wurde ausgeschaltet',
        'Die Verwaltung hat den zweiten Faktor Ihres Kontos ausgeschaltet. Jetzt genügt Ihr Passwort.',
        'Schalten Sie ihn mit einem neuen Gerät wieder ein. Wenn Sie nicht darum gebeten haben, informieren Sie sofort ' +
          'Ihre Verwaltung.',
      );
    });

    it('has links for a password', () => {
      assertGerman(
        { kind: 'password_reset', url, expiresAt, ip },
        'Ein neues Passwort für Ihr Konto',
        'Jemand hat ein neues Passwort für Ihr Konto angefordert, von der Adresse 192.0.2.1.',
        `Neues Passwort setzen: ${url}`,
        'Der Link gilt einmal, bis 31. Juli 2026 um 14:10 MESZ.',
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort ändert sich nicht.',
      );
      assertGerman(
        { kind: 'invitation', url, login: 'ben', inviter: null, expiresAt },
        'Ihr Konto ist bereit',
        'Die Verwaltung hat ein Konto für Sie angelegt. Ihr Anmeldename ist „ben“.',
        `Passwort setzen: ${url}`,
        'Der Link gilt einmal, bis 31. Juli 2026 um 14:10 MESZ.',
      );
    });
  });
});
