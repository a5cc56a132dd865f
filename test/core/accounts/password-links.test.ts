import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Actor, UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  DAY,
  MINUTE,
  openCoreFixture,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { totpCode } from '../../support/second-factor.ts';

const GUEST: Actor = { kind: 'guest', ip: '192.0.2.7' };
const NEW = 'a password that is new';

describe('password links', () => {
  let core: CoreFixture;
  let admin: UserActor;
  let annId: number;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: 'https://dms.example.org' });
    await core.user('root', { isAdmin: true });
    admin = await core.session('root');
    annId = (await core.user('ann')).id;
  });
  afterEach(() => core.close());

  const signIn = (login: string, password: string) =>
    core.dms.authentication.withPassword({ login, password, ip: '192.0.2.9', userAgent: null });

  function letters(): { address: string; text: string }[] {
    return core.database
      .prepare<[], { address: string; text: string }>(
        "SELECT address, body_text AS text FROM mails WHERE kind <> 'password_changed' ORDER BY id",
      )
      .all();
  }

  /** Asks for a link, and waits until the work for it has been done. */
  async function request(login: string, actor: Actor = GUEST): Promise<void> {
    core.dms.passwordLinks.request(actor, login);
    await turn();
    // Changes come one after another, so this one comes after those for the link.
    await core.dms.users.update(SYSTEM, annId, { name: 'Ann' });
  }

  function lastCode(): string {
    return present(/#code=([\w-]{43})$/m.exec(letters().at(-1)?.text ?? '')?.[1]);
  }

  const use = (code: string, password = NEW) => core.dms.passwordLinks.setPassword(GUEST, code, password);

  describe('for who has forgotten the password', () => {
    it('go to the user, by login or e-mail address, and set a password once', async () => {
      await request('ANN');
      assert.match(
        letters()[0]?.text ?? '',
        /^Set a new password: https:\/\/dms\.example\.org\/reset#code=/m,
      );
      const first = lastCode();
      await request('ann@example.org');
      const second = lastCode();
      assert.deepEqual(
        letters().map(({ address }) => address),
        ['ann@example.org', 'ann@example.org'],
      );
      core.dms.passwordLinks.assertGood(first);
      assert.equal((await use(second)).login, 'ann');
      for (const code of [first, second]) await refuses(() => use(code), 'not_found');
      await signIn('ann', NEW);
      await refuses(() => signIn('ann', passwordOf('ann')), 'unauthenticated');
      assert.deepEqual(
        core.actions().filter((line) => !/^(user_|sign_)/.test(line)),
        [
          'password_reset link by e-mail to user ann',
          'password_reset link by e-mail to user ann',
          'password_change password of user ann, with a link',
        ],
      );
    });

    it('keep only the SHA-256 of the code, but for the letter', async () => {
      await request('ann');
      const code = lastCode();
      const rows = JSON.stringify(core.database.prepare('SELECT * FROM password_links').all());
      assert.ok(!rows.includes(code), rows);
    });

    it('are good for 30 minutes', async () => {
      await request('ann');
      core.pass(30 * MINUTE - 1);
      core.dms.passwordLinks.assertGood(lastCode());
      core.pass(1);
      await refuses(() => use(lastCode()), 'not_found');
    });

    it('end all sessions and tokens, tell the user, and leave the second factor on', async () => {
      const session = await core.session('ann');
      const token = await core.token('ann', ['read']);
      const enrolment = await core.dms.twoFactor.enrol(session, 'totp', passwordOf('ann'));
      const secret = 'secret' in enrolment ? enrolment.secret : '';
      await core.dms.twoFactor.confirm(session, totpCode(secret, core.now()), true);
      await request('ann');
      await use(lastCode());
      assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
      assert.equal(core.dms.authentication.byToken(token.secret, null), undefined);
      assert.ok((await signIn('ann', NEW)).secondFactorOwed);
      const told = core.database.prepare("SELECT 1 FROM mails WHERE kind = 'password_changed'").all();
      assert.equal(told.length, 1);
    });

    it('go to nobody who is unknown or disabled', async () => {
      const ben = await core.user('ben');
      await request('ben');
      await core.dms.users.update(SYSTEM, ben.id, { isDisabled: true });
      await refuses(() => use(lastCode()), 'not_found');
      for (const login of ['ben', 'nobody', '', 'nobody@example.org']) await request(login);
      assert.equal(letters().length, 1);
      await core.dms.users.update(SYSTEM, ben.id, { isDisabled: false });
      await refuses(() => use(lastCode()), 'not_found');
    });

    it('are three an hour for a user at most, whoever asks, and nobody is told', async () => {
      for (let count = 0; count < 5; count += 1)
        await request('ann', { kind: 'guest', ip: `192.0.2.${count}` });
      assert.equal(letters().length, 3);
      await use(lastCode());
      await request('ann');
      assert.equal(letters().length, 3);
      core.pass(60 * MINUTE);
      await core.dms.housekeeping.tidy();
      await request('ann');
      assert.equal(letters().length, 1, 'the others have run out');
    });

    it('are asked for five times by one address, for whomever', async () => {
      for (let count = 0; count < 5; count += 1) await request(`nobody-${count}`);
      const { retryAfter } = await refuses(() => request('ann'), 'throttled');
      assert.equal(retryAfter, 15 * 60);
      await request('ann', { kind: 'guest', ip: '198.51.100.1' });
      core.pass(15 * MINUTE);
      await request('ann');
      assert.equal(letters().length, 2);
    });

    it('are void after a new password or e-mail address', async () => {
      await request('ann');
      await core.dms.users.update(admin, annId, { password: 'what the administrator says' });
      await refuses(() => use(lastCode()), 'not_found');
      await request('ann');
      await core.dms.users.update(admin, annId, { name: 'Ann', email: 'ann@example.org' });
      core.dms.passwordLinks.assertGood(lastCode());
      await core.dms.users.update(admin, annId, { email: 'other@example.org' });
      await refuses(() => use(lastCode()), 'not_found');
      await request('ann');
      const ann = await signIn('ann', 'what the administrator says');
      const actor = present(core.dms.authentication.bySession(ann.secret, null));
      await core.dms.account.update(actor, {
        email: 'ann@example.org',
        currentPassword: 'what the administrator says',
      });
      await refuses(() => use(lastCode()), 'not_found');
    });

    it('hold the rules for passwords, and stay good after a mistake', async () => {
      await request('ann');
      await refuses(() => use(lastCode(), 'short'), 'invalid', ['password']);
      await use(lastCode());
    });

    it('set one password only, however many ask at the same time', async () => {
      await request('ann');
      const code = lastCode();
      const outcomes = await Promise.allSettled([use(code), use(code), use(code)]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
    });

    it('let in who was blocked for wrong passwords', async () => {
      for (let count = 0; count < 5; count += 1)
        await refuses(
          () => core.dms.authentication.withPassword({ login: 'ann', password: 'wrong', ...ORIGIN }),
          'unauthenticated',
        );
      await request('ann');
      await use(lastCode());
      await core.dms.authentication.withPassword({ login: 'ann', password: NEW, ...ORIGIN });
    });

    const ORIGIN = { ip: '192.0.2.7', userAgent: null };

    it('are not made without a mail server, or without a public URL', async () => {
      for (const mail of [undefined, { baseUrl: null }]) {
        const without = await openCoreFixture(mail);
        try {
          await without.user('ann');
          assert.equal(without.dms.passwordLinks.canMail, false);
          without.dms.passwordLinks.request(GUEST, 'ann');
          await turn();
          assert.deepEqual(without.database.prepare('SELECT * FROM password_links').all(), []);
        } finally {
          await without.close();
        }
      }
      assert.equal(core.dms.passwordLinks.canMail, true);
    });
  });

  describe('as invitations', () => {
    it('let a user in who has no password, for 7 days', async () => {
      const input = { login: 'cyd', name: 'Cyd', email: 'cyd@example.org' };
      const { id } = await core.dms.users.create(admin, input);
      await refuses(() => signIn('cyd', ''), 'unauthenticated');
      const { url, sentTo, expiresAt } = await core.dms.passwordLinks.invite(admin, id);
      assert.deepEqual([url, sentTo, expiresAt], [null, 'cyd@example.org', core.now() + 7 * DAY]);
      const { text } = present(letters()[0]);
      assert.match(text, /^Name of root has created an account for you\. Your login is “cyd”\.$/m);
      const code = present(/reset#code=([\w-]+)&invited$/m.exec(text)?.[1]);
      core.pass(7 * DAY - 1);
      await use(code);
      await signIn('cyd', NEW);
      assert.ok(core.actions().includes('invitation user cyd'));
    });

    it('are in the language of who invites, as the user has chosen none', async () => {
      await core.dms.account.update(admin, { language: 'de' });
      await core.dms.passwordLinks.invite(admin, annId);
      assert.match(letters()[0]?.text ?? '', /^Name of root hat ein Konto für Sie angelegt\./m);
    });

    it('run out, and make earlier ones void', async () => {
      const codeOf = async () => {
        const { url } = await core.dms.passwordLinks.invite(admin, annId, false);
        return present(/^https:\/\/dms\.example\.org\/reset#code=([\w-]+)&invited$/.exec(url ?? '')?.[1]);
      };
      const first = await codeOf();
      const second = await codeOf();
      await refuses(() => use(first), 'not_found');
      core.dms.passwordLinks.assertGood(second);
      assert.deepEqual(letters(), []);
      core.pass(7 * DAY);
      await refuses(() => use(second), 'not_found');
      await core.dms.housekeeping.tidy();
      assert.deepEqual(core.database.prepare('SELECT * FROM password_links').all(), []);
    });

    it('are not for the own account, nor for disabled or unknown ones', async () => {
      await refuses(() => core.dms.passwordLinks.invite(admin, admin.userId), 'forbidden');
      await refuses(() => core.dms.passwordLinks.invite(admin, 999), 'not_found');
      await core.dms.users.update(admin, annId, { isDisabled: true });
      await refuses(() => core.dms.passwordLinks.invite(admin, annId), 'invalid', ['id']);
    });
  });

  it('are no older or younger when the clock is set back', async () => {
    core.dms.housekeeping.recover();
    await request('ann');
    core.pass(-5 * DAY);
    core.dms.housekeeping.lookAtClock();
    await core.dms.users.update(SYSTEM, annId, { name: 'Ann' });
    core.pass(30 * MINUTE);
    await refuses(() => use(lastCode()), 'not_found');
  });

  describe('beside them', () => {
    it('an administrator ends all sessions of a user; his own stays', async () => {
      const sessions = [await core.session('ann'), await core.session('ann')];
      const token = await core.token('ann', ['read']);
      assert.equal(await core.dms.sessions.endOf(admin, annId), 2);
      for (const { secret } of sessions)
        assert.equal(core.dms.authentication.bySession(secret, null), undefined);
      assert.ok(core.dms.authentication.byToken(token.secret, null));
      await core.session('root');
      assert.equal(await core.dms.sessions.endOf(admin, admin.userId), 1);
      await refuses(() => core.dms.sessions.endOf(admin, 999), 'not_found');
    });
  });
});
