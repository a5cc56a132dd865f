import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { PasswordCache } from '../../../src/core/credentials/password-cache.ts';
import { makeTokenSecret } from '../../../src/core/credentials/secrets.ts';
import type { User } from '../../../src/model/people/user.ts';
import {
  type CoreFixture,
  DAY,
  MINUTE,
  openCoreFixture,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

const HOUR = 60 * MINUTE;
const ip = '192.0.2.1';

describe('sign-in', () => {
  let core: CoreFixture;
  let ann: User;
  const good = { login: 'ann', password: passwordOf('ann'), ip };
  const bad = { ...good, password: 'not the password' };

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await core.user('ann');
    await core.user('root', { isAdmin: true });
  });
  afterEach(() => core.close());

  const signIn = (attempt = good) =>
    core.dms.authentication.withPassword({ ...attempt, userAgent: 'Browser' });
  const basic = (attempt = good) => core.dms.authentication.byBasic(attempt);
  const disable = () => core.dms.users.update(SYSTEM, ann.id, { isDisabled: true });

  async function failFiveTimes() {
    for (let count = 0; count < 5; count += 1) await refuses(() => signIn(bad), 'unauthenticated');
  }

  describe('with password', () => {
    it('makes a session of 30 days', async () => {
      const { secret, session, user, secondFactorOwed } = await signIn();
      assert.match(secret, /^[\w-]{43}$/);
      assert.equal(secondFactorOwed, false);
      assert.deepEqual(session, {
        id: session.id,
        userId: ann.id,
        ip,
        userAgent: 'Browser',
        createdAt: core.now(),
        lastSeenAt: core.now(),
        expiresAt: core.now() + 30 * DAY,
      });
      assert.equal(user.lastLoginAt, core.now());
      assert.equal(core.dms.users.get(SYSTEM, ann.id).lastLoginAt, core.now());
      assert.equal(core.actions().at(-1), 'sign_in signed in');
      core.pass(30 * DAY - 1);
      assert.equal(core.dms.authentication.bySession(secret, ip)?.login, 'ann');
      core.pass(1);
      assert.equal(core.dms.authentication.bySession(secret, ip), undefined);
    });

    it('keeps no secret', async () => {
      const { secret } = await signIn();
      const rows = core.database.prepare<[], Record<string, unknown>>('SELECT * FROM sessions').all();
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret));
    });

    it('takes the login in whatever case, and the password as it is', async () => {
      assert.equal((await signIn({ ...good, login: 'ANN' })).user.id, ann.id);
      await refuses(() => signIn({ ...good, password: good.password.toUpperCase() }), 'unauthenticated');
    });

    it('answers the same to a wrong password, an unknown login and a disabled account', async () => {
      const messages = [await refuses(() => signIn(bad), 'unauthenticated')];
      for (const login of [
        'nobody',
        '',
        'constructor',
        '__proto__',
        'ann\0',
        'x'.repeat(10_000),
        "' OR 1=1 --",
      ]) {
        messages.push(await refuses(() => signIn({ ...good, login }), 'unauthenticated'));
      }
      await disable();
      messages.push(await refuses(() => signIn(), 'unauthenticated'));
      assert.equal(new Set(messages.map(({ message }) => message)).size, 1);
    });

    it('runs Argon2 once whatever is wrong', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      await disable();
      const attempts = [bad, good, { ...good, login: 'nobody' }, { ...good, login: '' }];
      for (const [index, attempt] of attempts.entries()) {
        await refuses(() => counted.withPassword({ ...attempt, userAgent: null }), 'unauthenticated');
        assert.equal(passwords.runs, index + 1);
      }
    });

    it('is refused after five failures, at that address', async () => {
      await failFiveTimes();
      const error = await refuses(() => signIn(), 'throttled');
      assert.equal(error.retryAfter, 15 * 60);
      await refuses(() => basic(), 'throttled');
      await signIn({ ...good, ip: '198.51.100.7' });
      core.pass(15 * MINUTE);
      await signIn();
    });

    it('is refused after five failures of a login that does not exist', async () => {
      const nobody = { ...bad, login: 'nobody' };
      for (let count = 0; count < 5; count += 1) await refuses(() => signIn(nobody), 'unauthenticated');
      await refuses(() => signIn(nobody), 'throttled');
    });

    it('tells nothing about a sixth attempt that waited beside the fifth', async () => {
      for (let count = 0; count < 4; count += 1) await refuses(() => signIn(bad), 'unauthenticated');
      const outcomes = await Promise.allSettled([bad, good].map((attempt) => signIn(attempt)));
      const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
      assert.deepEqual(codes, ['unauthenticated', 'throttled']);
    });

    it('is tried for two of a flood of logins from one address, known and unknown alike', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      const logins = Array.from({ length: 200 }, (_, index) => (index % 20 ? `nobody-${index}` : 'ann'));
      const outcomes = await Promise.allSettled(
        logins.map((login) => counted.withPassword({ ...bad, login, userAgent: null })),
      );
      const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
      assert.deepEqual(codes, [
        ...Array<string>(2).fill('unauthenticated'),
        ...Array<string>(198).fill('throttled'),
      ]);
      assert.equal(passwords.runs, 2);
    });

    it('is not tried any more for an address after fifty failures at all logins, by REST and WebDAV', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      await counted.withPassword({ ...good, userAgent: null });
      for (let number = 0; number < 50; number += 1) {
        const attempt = { ...bad, login: `nobody-${number}` };
        const faces = [
          () => counted.byBasic(attempt),
          () => counted.withPassword({ ...attempt, userAgent: null }),
        ];
        await refuses(present(faces[number % 2]), 'unauthenticated');
      }
      const root = { login: 'root', password: passwordOf('root'), ip };
      await refuses(() => counted.byBasic(root), 'throttled');
      await refuses(() => counted.withPassword({ ...root, userAgent: null }), 'throttled');
      assert.equal(passwords.runs, 51);
      // Ann has signed in from there before, and root is somewhere else.
      await counted.withPassword({ ...good, userAgent: null });
      await counted.byBasic({ ...root, ip: '198.51.100.7' });
    });

    it('has a place for a login that is known at its address, whoever floods it from how many', async () => {
      await signIn();
      const { signIn: counted } = core.countedSignIn();
      const flood = Array.from({ length: 200 }, (_, index) =>
        counted.withPassword({ ...bad, login: `nobody-${index}`, ip: `203.0.113.${index}`, userAgent: null }),
      );
      const settled = Promise.allSettled(flood);
      let over = 0;
      for (const attempt of flood) void attempt.catch(() => (over += 1));
      assert.equal((await counted.withPassword({ ...good, userAgent: null })).user.id, ann.id);
      assert.ok(over < 200, 'first among those who wait');
      await settled;
    });

    it('cuts what a browser calls itself', async () => {
      const { session } = await core.dms.authentication.withPassword({
        ...good,
        userAgent: 'x'.repeat(10_000),
      });
      assert.equal(session.userAgent?.length, 512);
      const { session: silent } = await core.dms.authentication.withPassword({ ...good, userAgent: null });
      assert.equal(silent.userAgent, null);
    });

    it('makes a session that is good for nothing while a second factor is owed', async () => {
      core.elsewhere("UPDATE users SET two_factor = 'totp' WHERE id = ?", ann.id);
      const { secret, secondFactorOwed, user } = await signIn();
      assert.equal(secondFactorOwed, true);
      assert.equal(user.lastLoginAt, null);
      assert.equal(core.dms.authentication.bySession(secret, ip), undefined);
      assert.ok(!core.actions().includes('sign_in signed in'));
    });
  });

  describe('by session', () => {
    it('gives all capabilities of the user', async () => {
      const actor = await core.session('ann');
      assert.deepEqual(core.dms.authentication.bySession(actor.secret, '198.51.100.7'), {
        kind: 'user',
        userId: ann.id,
        login: 'ann',
        name: ann.name,
        isAdmin: false,
        isPaused: false,
        homeId: ann.homeId,
        capabilities: new Set(['read', 'write']),
        credential: actor.credential,
        ip: '198.51.100.7',
        lockTokens: new Set(),
      });
      assert.deepEqual((await core.session('root')).capabilities, new Set(['read', 'write', 'admin']));
    });

    for (const secret of ['', 'constructor', 'x'.repeat(43), '\0']) {
      it(`does not know ${JSON.stringify(secret.slice(0, 12))}`, () => {
        assert.equal(core.dms.authentication.bySession(secret, ip), undefined);
      });
    }

    it('does not know a disabled account, even one disabled by another process', async () => {
      const { secret } = await core.session('ann');
      core.elsewhere('UPDATE users SET is_disabled = 1 WHERE id = ?', ann.id);
      await new Promise(setImmediate);
      assert.equal(core.dms.authentication.bySession(secret, ip), undefined);
    });

    it('notes at most once a minute when it was used', async () => {
      const actor = await core.session('ann');
      const lastSeen = () => core.dms.sessions.list(actor, PAGE).items[0]?.lastSeenAt;
      const start = core.now();
      core.pass(MINUTE - 1);
      core.dms.authentication.bySession(actor.secret, ip);
      assert.equal(lastSeen(), start);
      core.pass(1);
      core.dms.authentication.bySession(actor.secret, ip);
      assert.equal(lastSeen(), start + MINUTE);
    });

    it('works where nothing can be written', async () => {
      const { secret } = await core.session('ann');
      core.pass(2 * MINUTE);
      core.database.tryTransaction = () => {
        throw new Error('the disk has failed');
      };
      assert.equal(core.dms.authentication.bySession(secret, ip)?.login, 'ann');
    });

    it('ends with signing out', async () => {
      const [one, other] = [await core.session('ann'), await core.session('ann')];
      await core.dms.authentication.signOut(one);
      assert.equal(core.dms.authentication.bySession(one.secret, ip), undefined);
      assert.ok(core.dms.authentication.bySession(other.secret, ip));
      assert.equal(core.actions().at(-1), 'sign_out signed out');
      await refuses(() => core.dms.authentication.signOut(one), 'unauthenticated');
      assert.equal(core.actions().filter((action) => action === 'sign_out signed out').length, 1);
    });

    it('leaves a token alone when its user signs out', async () => {
      const token = await core.token('ann', ['read']);
      await core.dms.authentication.signOut(token);
      assert.ok(core.dms.authentication.byToken(token.secret, ip));
      await refuses(() => core.dms.authentication.signOut({ kind: 'guest', ip }), 'unauthenticated');
    });
  });

  describe('by token', () => {
    it('gives the capabilities of its scopes', async () => {
      const actor = await core.token('root', ['read', 'admin', 'webdav']);
      assert.deepEqual([...actor.capabilities].sort(), ['admin', 'read']);
      assert.deepEqual([actor.credential.kind, actor.isAdmin], ['token', true]);
      assert.deepEqual((await core.token('ann', ['webdav'])).capabilities, new Set());
    });

    it('notes at most once a minute when it was used', async () => {
      const actor = await core.token('ann', ['read']);
      const lastUsed = () => core.dms.tokens.list(actor, PAGE).items[0]?.lastUsedAt;
      const start = core.now();
      assert.equal(lastUsed(), start);
      core.pass(MINUTE - 1);
      core.dms.authentication.byToken(actor.secret, ip);
      assert.equal(lastUsed(), start);
      core.pass(1);
      core.dms.authentication.byToken(actor.secret, ip);
      assert.equal(lastUsed(), start + MINUTE);
    });

    it('does not know a wrong, an unknown or a disabled owner’s one', async () => {
      const { secret } = await core.token('ann', ['read']);
      for (const wrong of ['', 'constructor', `${secret.slice(0, -1)}~`, makeTokenSecret(randomBytes)]) {
        assert.equal(core.dms.authentication.byToken(wrong, ip), undefined);
      }
      await disable();
      assert.equal(core.dms.authentication.byToken(secret, ip), undefined);
      await core.dms.users.update(SYSTEM, ann.id, { isDisabled: false });
      assert.ok(core.dms.authentication.byToken(secret, ip));
    });

    it('refuses a wrong checksum without a look into the database', async () => {
      const { signIn: apart } = core.countedSignIn();
      const secret = makeTokenSecret(randomBytes);
      const wrong = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
      await core.database.close();
      core.database.close = () => Promise.resolve();
      assert.equal(apart.byToken(wrong, ip), undefined);
      assert.throws(() => apart.byToken(secret, ip));
    });
  });

  describe('by Basic', () => {
    it('gives the capabilities of the user to his password', async () => {
      const actor = await basic();
      assert.deepEqual(
        [actor.userId, actor.credential.kind, actor.ip, [...actor.capabilities]],
        [ann.id, 'password', ip, ['read', 'write']],
      );
      const root = await basic({ ...good, login: 'root', password: passwordOf('root') });
      assert.deepEqual(root.capabilities, new Set(['read', 'write', 'admin']));
    });

    for (const login of ['constructor', '__proto__']) {
      it(`knows the login ${login} once there is one`, async () => {
        const attempt = { login, password: passwordOf(login), ip };
        await refuses(() => basic(attempt), 'unauthenticated');
        await core.user(login);
        assert.equal((await basic(attempt)).login, login);
        assert.equal(core.dms.authentication.remembered(attempt)?.login, login);
      });
    }

    it('remembers a verified password for at least 8 hours after its last use, at its address', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      assert.equal(counted.remembered(good), undefined);
      await counted.byBasic(good);
      assert.equal(counted.remembered({ ...good, ip: '198.51.100.7' }), undefined);
      for (let count = 0; count < 3; count += 1) {
        core.pass(8 * HOUR - 1);
        assert.equal(counted.remembered(good)?.ip, ip);
        await counted.byBasic(good);
      }
      assert.equal(passwords.runs, 1);
      core.pass(12 * HOUR);
      assert.equal(counted.remembered(good), undefined);
      await counted.byBasic(good);
      assert.equal(passwords.runs, 2);
    });

    it('does not forget the passwords of an office at the same time', () => {
      const cache = new PasswordCache({ now: () => core.now(), randomBytes });
      const logins = Array.from({ length: 100 }, (_, index) => `user-${index}`);
      for (const login of logins) cache.remember({ ...good, login }, { user: ann, passwordHash: 'hash' });
      const left = () => logins.filter((login) => cache.isFormer({ ...good, login }, 'new hash')).length;
      core.pass(8 * HOUR - 1);
      assert.equal(left(), 100);
      core.pass(2 * HOUR);
      assert.ok(left() > 0 && left() < 100, `${left()} are left`);
      core.pass(2 * HOUR + 1);
      assert.equal(left(), 0);
    });

    it('lets in everybody who was there before a restart, and refuses nobody meanwhile', async () => {
      const logins = ['ann', ...Array.from({ length: 199 }, (_, index) => `user-${index}`)];
      for (const login of logins.slice(1)) await core.user(login);
      const attempts = logins.map((login) => ({ login, password: passwordOf(login), ip }));
      for (const attempt of attempts) await basic(attempt);
      const { signIn: restarted, passwords } = core.countedSignIn();
      const strangers = Promise.allSettled(
        Array.from({ length: 200 }, (_, index) => restarted.byBasic({ ...bad, ip: `203.0.113.${index}` })),
      );
      const drives = attempts.flatMap((attempt) => [1, 2, 3, 4].map(() => restarted.byBasic(attempt)));
      assert.deepEqual(
        (await Promise.all(drives)).map(({ login }) => login),
        logins.flatMap((login) => [login, login, login, login]),
      );
      const codes = (await strangers).map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
      assert.deepEqual(codes, [
        ...Array<string>(18).fill('unauthenticated'),
        ...Array<string>(182).fill('throttled'),
      ]);
      assert.equal(passwords.runs, 200 + 18);
    });

    it('does not end a mounted drive for wrong passwords that others at its address send', async () => {
      await basic();
      await failFiveTimes();
      await refuses(() => basic(bad), 'throttled');
      assert.equal((await basic()).login, 'ann');
      await refuses(() => basic({ ...good, ip: '198.51.100.7', password: bad.password }), 'unauthenticated');
      for (let count = 0; count < 150; count += 1) await refuses(() => basic(bad), 'throttled');
      core.pass(14 * MINUTE);
      assert.equal((await basic()).login, 'ann');
    });

    it('does not block a user whose drive goes on sending the password from before', async () => {
      await basic();
      const actor = await core.session('ann');
      const next = 'quite another password';
      await core.dms.account.update(actor, { password: next, currentPassword: passwordOf('ann') });
      for (let count = 0; count < 20; count += 1) await refuses(() => basic(), 'unauthenticated');
      assert.equal((await basic({ ...good, password: next })).login, 'ann');
      for (let count = 0; count < 20; count += 1) await refuses(() => basic(), 'unauthenticated');
      const attempt = { login: 'ann', password: next, ip, userAgent: null };
      assert.equal((await core.dms.authentication.withPassword(attempt)).user.login, 'ann');
      await refuses(() => basic({ ...good, password: 'a guess' }), 'unauthenticated');
    });

    it('knows a password in whatever spelling of its letters, without another run of Argon2', async () => {
      const { signIn: apart, passwords } = core.countedSignIn();
      const spelled = (form: 'NFC' | 'NFD') => ({ ...good, password: good.password.normalize(form) });
      await apart.byBasic(spelled('NFC'));
      await apart.byBasic(spelled('NFD'));
      assert.equal(passwords.runs, 1);
    });

    it('forgets it after a hundred other passwords: nobody may go on guessing', async () => {
      await basic();
      await failFiveTimes();
      const guess = (number: number) =>
        core.dms.authentication.remembered({ ...bad, password: `guess ${number}` });
      for (let number = 0; number < 99; number += 1) assert.equal(guess(number), undefined);
      assert.ok(core.dms.authentication.remembered(good));
      guess(99);
      assert.equal(core.dms.authentication.remembered(good), undefined);
      await refuses(() => basic(), 'throttled');
    });

    it('does not remember a wrong one', async () => {
      await refuses(() => basic(bad), 'unauthenticated');
      assert.equal(core.dms.authentication.remembered(bad), undefined);
      await basic();
      for (const other of [
        bad,
        { ...good, login: 'root' },
        { ...good, login: 'an', password: `n${good.password}` },
      ]) {
        assert.equal(core.dms.authentication.remembered(other), undefined);
      }
    });

    it('forgets a password that was changed in the database by another connection', async () => {
      await basic();
      assert.ok(core.dms.authentication.remembered(good));
      const { password_hash: hash } = present(
        core.database
          .prepare<[], { password_hash: string }>("SELECT password_hash FROM users WHERE login = 'root'")
          .get(),
      );
      core.elsewhere('UPDATE users SET password_hash = ? WHERE id = ?', hash, ann.id);
      await new Promise(setImmediate);
      assert.equal(core.dms.authentication.remembered(good), undefined);
      await refuses(() => basic(), 'unauthenticated');
      await basic({ ...good, password: passwordOf('root') });
    });

    for (const [name, sql] of [
      ['disabled', 'is_disabled = 1'],
      ['protected by a second factor', "two_factor = 'totp'"],
      ['renamed', "login = 'anna'"],
    ] as const) {
      it(`forgets the password of an account that was ${name}`, async () => {
        await basic();
        core.elsewhere(`UPDATE users SET ${sql} WHERE id = ?`, ann.id);
        assert.equal(core.dms.authentication.remembered(good), undefined);
        await refuses(() => basic(), 'unauthenticated');
      });
    }

    it('forgets the password of an account that was deleted', async () => {
      await basic();
      await core.dms.users.remove(SYSTEM, ann.id);
      assert.equal(core.dms.authentication.remembered(good), undefined);
      await refuses(() => basic(), 'unauthenticated');
    });

    it('refuses the right password while the login is blocked, unless it is remembered', async () => {
      await failFiveTimes();
      await refuses(() => basic(), 'throttled');
      assert.equal(core.dms.authentication.remembered(good), undefined);
    });

    it('runs Argon2 once for many requests at once, and counts one failure', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      const actors = await Promise.all(Array.from({ length: 50 }, () => counted.byBasic(good)));
      assert.deepEqual([actors.length, passwords.runs], [50, 1]);
      const failures = await Promise.allSettled(Array.from({ length: 50 }, () => counted.byBasic(bad)));
      assert.ok(
        failures.every(
          (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'unauthenticated',
        ),
      );
      assert.equal(passwords.runs, 2);
      await counted.byBasic(good);
    });

    it('verifies anew after the shared run was over', async () => {
      const { signIn: counted, passwords } = core.countedSignIn();
      await refuses(() => counted.byBasic(bad), 'unauthenticated');
      await refuses(() => counted.byBasic(bad), 'unauthenticated');
      assert.equal(passwords.runs, 2);
    });

    it('does not accept a password that was changed while it was verified', async () => {
      const pending = refuses(() => basic(), 'unauthenticated');
      await Promise.resolve();
      core.elsewhere("UPDATE users SET password_hash = 'changed' WHERE id = ?", ann.id);
      await pending;
    });

    describe('with a token for password', () => {
      it('reads and writes without Argon2, whatever else its scopes', async () => {
        const { signIn: counted, passwords } = core.countedSignIn();
        const { secret, credential } = await core.token('root', ['webdav', 'admin']);
        const attempt = { login: 'Root', password: secret, ip };
        const actor = await counted.byBasic(attempt);
        assert.deepEqual([actor.credential, actor.capabilities], [credential, new Set(['read', 'write'])]);
        assert.equal(counted.remembered(attempt)?.credential.kind, 'token');
        assert.equal(passwords.runs, 0);
      });

      it('works with a second factor on and while the password is blocked', async () => {
        core.elsewhere("UPDATE users SET two_factor = 'email' WHERE id = ?", ann.id);
        await failFiveTimes();
        const { secret } = await core.token('ann', ['webdav']);
        assert.equal((await basic({ ...good, password: secret })).userId, ann.id);
      });

      it('is forbidden without the scope webdav', async () => {
        const { secret } = await core.token('ann', ['read', 'write']);
        await refuses(() => basic({ ...good, password: secret }), 'forbidden');
      });

      it('is refused with the login of another', async () => {
        const { secret } = await core.token('ann', ['webdav']);
        await refuses(() => basic({ ...good, login: 'root', password: secret }), 'unauthenticated');
        const { secret: narrow } = await core.token('ann', ['read']);
        await refuses(() => basic({ ...good, login: 'root', password: narrow }), 'unauthenticated');
      });

      it('is refused when wrong, which keeps nobody from signing in', async () => {
        for (let count = 0; count < 10; count += 1) {
          await refuses(() => basic({ ...good, password: makeTokenSecret(randomBytes) }), 'unauthenticated');
          await refuses(() => basic({ ...good, password: 'dms_pat_nonsense' }), 'unauthenticated');
        }
        await signIn();
      });
    });
  });
});

describe('remembered passwords', () => {
  const attempt = { login: 'ann', password: 'x', ip };

  it('are bounded in number, the longest ago going first', async () => {
    const core = await openCoreFixture();
    try {
      const user = await core.user('ann');
      const remembered = new PasswordCache({ now: () => core.now(), randomBytes });
      const attempts = Array.from({ length: 10_001 }, (_, index) => ({
        ...attempt,
        ip: `fd00:0:0:${index}00::`,
      }));
      for (const each of attempts) remembered.remember(each, { user, passwordHash: 'hash' });
      assert.equal(remembered.find(present(attempts[0])), undefined);
      assert.ok(remembered.find(present(attempts[1])));
      assert.ok(remembered.find(present(attempts.at(-1))));
    } finally {
      await core.close();
    }
  });

  it('have other keys in every process', () => {
    const [one, other] = [1, 2].map(() => new PasswordCache({ now: () => 0, randomBytes }));
    assert.equal(one?.keyOf(attempt), one?.keyOf(attempt));
    assert.notEqual(one?.keyOf(attempt), other?.keyOf(attempt));
  });
});
