import assert from 'node:assert/strict';
import type { HalfSignedIn } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { mailedCode, otherCode, totpCode } from '../../support/second-factor.ts';

const STEP = 30_000;
const HOUR = 60 * MINUTE;
const ip = '192.0.2.1';

describe('sign-in with a second factor', () => {
  let core: CoreFixture;
  let secret: string;
  let recovery: readonly string[];
  const password = passwordOf('ann');

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('ann');
  });
  afterEach(() => core.close());

  const now = (steps = 0) => totpCode(secret, core.now() + steps * STEP);
  const verify = (half: HalfSignedIn, code: string) => core.dms.twoFactorSignIn.verify(half, code, 'Browser');
  const requestCode = (half: HalfSignedIn) => core.dms.twoFactorSignIn.requestCode(half);
  const attempt = (login: string, from = ip) => ({
    login,
    password: passwordOf(login),
    ip: from,
    userAgent: 'Browser',
  });

  /** The first half, and what the cookie then holds. */
  async function half(from = ip, login = 'ann'): Promise<HalfSignedIn & { readonly secret: string }> {
    const { secret: cookie, secondFactorOwed } = await core.dms.authentication.withPassword(
      attempt(login, from),
    );
    assert.equal(secondFactorOwed, true);
    return { ...present(core.dms.twoFactorSignIn.halfSignedIn(cookie, from)), secret: cookie };
  }

  async function severalHalves(): Promise<HalfSignedIn[]> {
    const halves: HalfSignedIn[] = [];
    for (let count = 0; count < 5; count += 1) halves.push(await half());
    return halves;
  }

  async function useTotp(): Promise<void> {
    const actor = await core.session('ann');
    const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    secret = enrolment.secret;
    recovery = await core.dms.twoFactor.confirm(actor, now());
    core.pass(2 * STEP);
  }

  async function useEmail(login = 'ann'): Promise<void> {
    const actor = await core.session(login);
    await core.dms.twoFactor.enrol(actor, 'email', passwordOf(login));
    recovery = await core.dms.twoFactor.confirm(actor, mailedCode(core.database));
    core.pass(HOUR);
  }

  async function failFiveTimes(one: HalfSignedIn): Promise<void> {
    for (let count = 0; count < 5; count += 1) {
      await refuses(() => verify(one, otherCode(now())), 'invalid', ['code']);
    }
  }

  describe('the half session', () => {
    beforeEach(useTotp);

    it('is nobody until a code is shown', async () => {
      const one = await half();
      assert.equal(core.dms.authentication.bySession(one.secret, ip), undefined);
      const error = await refuses(() => core.dms.account.get(one), 'unauthenticated');
      assert.match(error.message, /second factor/);
      await refuses(() => core.dms.tokens.create(one, { name: 'x' }), 'unauthenticated');
      await refuses(() => core.dms.twoFactor.remove(one, password, now()), 'unauthenticated');
      await refuses(() => core.dms.users.list(one, PAGE), 'unauthenticated');
    });

    it('becomes a whole one with another secret: the one from before is good for nothing', async () => {
      const one = await half();
      const { secret: cookie, session, user } = await verify(one, now());
      assert.notEqual(cookie, one.secret);
      assert.notEqual(session.id, one.sessionId);
      assert.equal(user.login, 'ann');
      assert.ok(core.dms.authentication.bySession(cookie, ip));
      assert.equal(core.dms.authentication.bySession(one.secret, ip), undefined);
      assert.equal(core.dms.twoFactorSignIn.halfSignedIn(one.secret, ip), undefined);
      assert.equal(core.dms.twoFactorSignIn.halfSignedIn(cookie, ip), undefined);
    });

    it('is a sign-in only then', async () => {
      const { lastLoginAt } = present(core.dms.users.findByLogin(SYSTEM, 'ann'));
      const before = core.actions().length;
      const one = await half();
      assert.equal(core.dms.users.findByLogin(SYSTEM, 'ann')?.lastLoginAt, lastLoginAt);
      assert.equal(core.actions().length, before);
      await verify(one, now());
      assert.equal(core.dms.users.findByLogin(SYSTEM, 'ann')?.lastLoginAt, core.now());
      assert.deepEqual(core.actions().slice(before), ['sign_in signed in, second factor: totp']);
    });

    it('ends after an hour, with signing out, and with the account', async () => {
      const { twoFactorSignIn, authentication: signIn, users } = core.dms;
      const one = await half();
      core.pass(HOUR - 1);
      assert.ok(twoFactorSignIn.halfSignedIn(one.secret, ip));
      core.pass(1);
      assert.equal(twoFactorSignIn.halfSignedIn(one.secret, ip), undefined);
      const other = await half();
      await signIn.signOut(other);
      assert.equal(twoFactorSignIn.halfSignedIn(other.secret, ip), undefined);
      await refuses(() => verify(other, now()), 'unauthenticated');
      const third = await half();
      await users.update(SYSTEM, third.userId, { isDisabled: true });
      assert.equal(twoFactorSignIn.halfSignedIn(third.secret, ip), undefined);
      await refuses(() => verify(third, now(1)), 'unauthenticated');
    });

    it('ends with a new password, and when the second factor is switched off', async () => {
      const one = await half();
      await core.dms.users.update(SYSTEM, one.userId, { password: 'something quite new' });
      assert.equal(core.dms.twoFactorSignIn.halfSignedIn(one.secret, ip), undefined);
      const user = await core.user('ben');
      await useEmail('ben');
      const other = await half(ip, 'ben');
      await core.dms.twoFactor.switchOff(SYSTEM, user.id);
      assert.equal(core.dms.twoFactorSignIn.halfSignedIn(other.secret, ip), undefined);
    });

    it('is not found under the secret of anything else', async () => {
      const token = await core.token('ann', ['read']);
      for (const other of ['', 'constructor', token.secret]) {
        assert.equal(core.dms.twoFactorSignIn.halfSignedIn(other, ip), undefined);
      }
    });

    it('is not needed by who is signed in, nor had by guests', async () => {
      const actor = present(
        core.dms.authentication.bySession((await verify(await half(), now())).secret, ip),
      );
      await refuses(() => core.dms.twoFactorSignIn.verify(actor, now(1), null), 'invalid', ['code']);
      const guest = { kind: 'guest' as const, ip };
      await refuses(() => core.dms.twoFactorSignIn.verify(guest, now(1), null), 'unauthenticated');
      await refuses(() => core.dms.twoFactorSignIn.requestCode(guest), 'unauthenticated');
    });
  });

  describe('by TOTP', () => {
    beforeEach(useTotp);

    it('takes the code of the present step, of the one before and of the one after', async () => {
      for (const steps of [-1, 0, 1]) await verify(await half(), now(steps));
      for (const steps of [-2, 2]) {
        core.pass(10 * STEP);
        await refuses(async () => verify(await half(), now(steps)), 'invalid', ['code']);
      }
    });

    it('takes it as people type it', async () => {
      const code = now();
      await verify(await half(), ` ${code.slice(0, 3)} ${code.slice(3)} `);
    });

    it('takes no code twice, and none of an earlier step, not even after a restart', async () => {
      const [used, earlier] = [now(), now(-1)];
      await verify(await half(), used);
      for (const code of [used, earlier]) {
        await refuses(async () => verify(await half(), code), 'invalid', ['code']);
        const one = await half();
        await refuses(() => core.again().twoFactorSignIn.verify(one, code, null), 'invalid', ['code']);
      }
      await verify(await half(), now(1));
    });

    it('takes a code once from many who come with it at the same moment', async () => {
      const halves = await severalHalves();
      const [code, other] = [now(), core.again()];
      const outcomes = await Promise.allSettled(
        halves.map((one, index) => (index % 2 ? other : core.dms).twoFactorSignIn.verify(one, code, null)),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    });

    it('makes one session of a half one that is shown two codes at once', async () => {
      const one = await half();
      const outcomes = await Promise.allSettled(
        [now(), now(1), present(recovery[0])].map((code) => verify(one, code)),
      );
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
      // What came too late has spent no code.
      await verify(await half(), present(recovery[0]));
    });

    it('sends nothing', async () => {
      assert.deepEqual(await requestCode(await half()), { method: 'totp' });
      assert.throws(() => mailedCode(core.database));
    });

    it('knows no other method', async () => {
      const one = await half();
      await refuses(() => core.dms.twoFactorSignIn.requestCode(one, 'email'), 'invalid', ['method']);
      assert.deepEqual(await core.dms.twoFactorSignIn.requestCode(one, 'totp'), { method: 'totp' });
    });
  });

  describe('by e-mail', () => {
    beforeEach(() => useEmail());

    it('takes the code that was sent, once', async () => {
      const one = await half();
      assert.deepEqual(await requestCode(one), { method: 'email', expiresAt: core.now() + 10 * MINUTE });
      const code = mailedCode(core.database);
      await verify(one, code);
      await refuses(async () => verify(await half(), code), 'invalid', ['code']);
      await refuses(async () => core.again().twoFactorSignIn.verify(await half(), code, null), 'invalid', [
        'code',
      ]);
    });

    it('takes it for ten minutes', async () => {
      const [one, other] = [await half(), await half()];
      await requestCode(one);
      core.pass(10 * MINUTE - 1);
      await verify(one, mailedCode(core.database));
      await requestCode(other);
      core.pass(10 * MINUTE);
      await refuses(() => verify(other, mailedCode(core.database)), 'invalid', ['code']);
    });

    it('takes the last one only', async () => {
      const one = await half();
      await requestCode(one);
      const first = mailedCode(core.database);
      await requestCode(one);
      const last = mailedCode(core.database);
      if (first !== last) await refuses(() => verify(one, first), 'invalid', ['code']);
      await verify(one, last);
    });

    it('takes the code of nobody else', async () => {
      await core.user('ben');
      await useEmail('ben');
      const [one, other] = [await half(), await half(ip, 'ben')];
      await requestCode(one);
      const code = mailedCode(core.database);
      await requestCode(other);
      if (code !== mailedCode(core.database)) await refuses(() => verify(other, code), 'invalid', ['code']);
      await verify(one, code);
    });

    it('sends three codes an hour, from whatever session they are asked for', async () => {
      for (let count = 0; count < 3; count += 1) {
        await requestCode(await half());
        core.pass(MINUTE);
      }
      const error = await refuses(async () => requestCode(await half()), 'throttled');
      assert.equal(error.retryAfter, 57 * 60);
      await refuses(async () => core.again().twoFactorSignIn.requestCode(await half()), 'throttled');
      core.pass(57 * MINUTE - 1);
      await refuses(async () => requestCode(await half()), 'throttled');
      core.pass(1);
      await requestCode(await half());
      await refuses(async () => requestCode(await half()), 'throttled');
    });

    it('is dead after five wrong tries', async () => {
      const one = await half();
      await requestCode(one);
      const code = mailedCode(core.database);
      for (let count = 0; count < 5; count += 1)
        await refuses(() => verify(one, otherCode(code)), 'invalid', ['code']);
      await refuses(() => verify(one, code), 'throttled');
      core.pass(15 * MINUTE);
      await refuses(() => verify(one, code), 'invalid', ['code']);
    });

    it('sends codes for switching off, too', async () => {
      const one = await half();
      await requestCode(one);
      const { secret: cookie } = await verify(one, mailedCode(core.database));
      const actor = present(core.dms.authentication.bySession(cookie, ip));
      await core.dms.twoFactorSignIn.requestCode(actor);
      await core.dms.twoFactor.remove(actor, password, mailedCode(core.database));
      await refuses(() => core.dms.twoFactorSignIn.requestCode(actor), 'invalid', ['method']);
    });
  });

  describe('by recovery code', () => {
    beforeEach(useTotp);

    it('takes each of the ten once, whatever the case and the hyphens', async () => {
      const typed = recovery.map((code, index) =>
        index % 2 ? code.replaceAll('-', '').toUpperCase() : code,
      );
      for (const code of typed) await verify(await half(), code);
      assert.equal(core.actions().at(-1), 'sign_in signed in, second factor: recovery code, 0 left');
      for (const code of recovery.slice(0, 2)) {
        await refuses(async () => verify(await half(), code), 'invalid', ['code']);
      }
    });

    it('takes one once from many who come with it at the same moment', async () => {
      const halves = await severalHalves();
      const code = present(recovery[0]);
      const outcomes = await Promise.allSettled(halves.map((one) => verify(one, code)));
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    });

    it('takes none of somebody else', async () => {
      const anns = recovery;
      await core.user('ben');
      await useEmail('ben');
      await refuses(async () => verify(await half(ip, 'ben'), present(anns[0])), 'invalid', ['code']);
    });
  });

  describe('guessing', () => {
    beforeEach(useTotp);

    it('is stopped after five wrong codes, for all sessions and addresses and after a restart', async () => {
      const one = await half();
      await failFiveTimes(one);
      const error = await refuses(() => verify(one, now()), 'throttled');
      assert.equal(error.retryAfter, 15 * 60);
      const other = await half('198.51.100.7');
      await refuses(() => verify(other, now()), 'throttled');
      await refuses(() => core.again().twoFactorSignIn.verify(other, now(), null), 'throttled');
      core.pass(15 * MINUTE);
      await verify(other, now());
    });

    it('is noted as failed sign-ins, without the codes', async () => {
      const { ip: from, userId } = await half();
      const code = otherCode(now());
      await refuses(async () => verify(await half(), code), 'invalid', ['code']);
      const log = core.database
        .prepare<[], Record<string, unknown>>('SELECT * FROM activities ORDER BY id DESC LIMIT 1')
        .get();
      assert.deepEqual([log?.['action'], log?.['user_id'], log?.['ip']], ['sign_in_fail', userId, from]);
      assert.ok(!JSON.stringify(log).includes(code));
    });

    it('does not lock the recovery codes, and does not count wrong ones: nobody can guess them', async () => {
      const one = await half();
      await failFiveTimes(one);
      for (let count = 0; count < 5; count += 1)
        await refuses(() => verify(one, 'abcd-efgh-ijkm-npqr'), 'invalid', ['code']);
      assert.equal((await refuses(() => verify(one, now()), 'throttled')).retryAfter, 15 * 60);
      await verify(one, present(recovery[0]));
      await verify(await half(), now());
    });

    it('is counted by wrong codes of all lengths, spread over sessions', async () => {
      for (const wrong of ['000', '', '0'.repeat(7), otherCode(now()), 'x'.repeat(10_000)]) {
        await refuses(async () => verify(await half(), wrong), 'invalid', ['code']);
      }
      await refuses(async () => verify(await half(), now()), 'throttled');
    });

    it('is stopped for twice as long each time, up to a day', async () => {
      const waits: (number | undefined)[] = [];
      for (let round = 0; round < 9; round += 1) {
        const one = await half();
        await failFiveTimes(one);
        const { retryAfter } = await refuses(() => verify(one, now()), 'throttled');
        waits.push(retryAfter);
        core.pass((retryAfter ?? 0) * 1000);
      }
      assert.deepEqual(
        waits.map((seconds) => (seconds ?? 0) / 60),
        [15, 30, 60, 120, 240, 480, 960, 1440, 1440],
      );
      await verify(await half(), now());
      await failFiveTimes(await half());
      const { retryAfter } = await refuses(async () => verify(await half(), now()), 'throttled');
      assert.equal(retryAfter, 15 * 60, 'a right code begins anew');
    });

    it('does not hinder those who are signed in, and is not ended by the right password', async () => {
      const { secret: cookie } = await verify(await half(), now());
      await failFiveTimes(await half());
      assert.ok(core.dms.authentication.bySession(cookie, ip));
      await refuses(async () => verify(await half(), now(1)), 'throttled');
    });

    it('is stopped while switching off and confirming, too', async () => {
      const actor = present(
        core.dms.authentication.bySession((await verify(await half(), now())).secret, ip),
      );
      const { twoFactor } = core.dms;
      for (let count = 0; count < 5; count += 1) {
        await refuses(() => twoFactor.remove(actor, password, otherCode(now())), 'invalid', ['code']);
      }
      await refuses(() => twoFactor.remove(actor, password, now(1)), 'throttled');
      core.pass(15 * MINUTE);
      await twoFactor.remove(actor, password, now());
      await twoFactor.enrol(actor, 'totp', password);
      for (let count = 0; count < 5; count += 1) {
        await refuses(() => twoFactor.confirm(actor, '000000'), 'invalid', ['code']);
      }
      await refuses(() => twoFactor.confirm(actor, '000000'), 'throttled');
    });
  });

  describe('over WebDAV', () => {
    beforeEach(useTotp);

    const basic = (given = password) =>
      core.dms.authentication.byBasic({ login: 'ann', password: given, ip });

    it('takes tokens only, and says so to who knows the password', async () => {
      const error = await refuses(() => basic(), 'unauthenticated');
      assert.match(error.message, /token with the scope "webdav"/);
      const { message } = await refuses(() => basic('wrong password'), 'unauthenticated');
      assert.equal(message, 'Login or password is wrong.');
      const token = await core.token('ann', ['webdav']);
      assert.equal((await basic(token.secret)).credential.kind, 'token');
    });

    it('refuses a drive that asks again and again without Argon2 each time', async () => {
      const { signIn, passwords } = core.countedSignIn();
      for (let count = 0; count < 10; count += 1) {
        const error = await refuses(() => signIn.byBasic({ login: 'ann', password, ip }), 'unauthenticated');
        assert.match(error.message, /token/);
      }
      assert.equal(passwords.runs, 1);
    });

    it('takes the password from the moment that it is switched off, and no longer from when it is on', async () => {
      await refuses(() => basic(), 'unauthenticated');
      await core.dms.twoFactor.switchOff(SYSTEM, present(core.dms.users.findByLogin(SYSTEM, 'ann')).id);
      assert.equal((await basic()).credential.kind, 'password');
      await useTotp();
      assert.equal(core.dms.authentication.remembered({ login: 'ann', password, ip }), undefined);
      await refuses(() => basic(), 'unauthenticated');
    });
  });
});
