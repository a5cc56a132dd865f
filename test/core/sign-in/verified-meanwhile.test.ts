import assert from 'node:assert/strict';
import type { User } from '../../../src/model/people/user.ts';
import type { Database } from '../../../src/storage/database/database.ts';
import {
  type CoreFixture,
  openCoreFixture,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { totpCode } from '../../support/second-factor.ts';

const ip = '192.0.2.1';
const password = passwordOf('ann');

/** What another process or an administrator does to Ann's account while her password is being verified. */
const MEANWHILE = {
  'another password': "password_hash = (SELECT password_hash FROM users WHERE login = 'root')",
  'an account disabled': 'is_disabled = 1',
};

describe('between the check of a password and the transaction', () => {
  let core: CoreFixture;
  let ann: User;
  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('root', { isAdmin: true });
    ann = await core.user('ann');
  });
  afterEach(() => core.close());

  /** Right before the next transaction begins, on a connection of its own. */
  function beforeNextTransaction(change: string): void {
    const { database } = core;
    const transaction = database.transaction.bind(database);
    const late: Database['transaction'] = (work) => {
      database.transaction = transaction;
      core.elsewhere(`UPDATE users SET ${change} WHERE id = ?`, ann.id);
      return transaction(work);
    };
    database.transaction = late;
  }

  const stored = () =>
    JSON.stringify(
      ['users', 'second_factors', 'recovery_codes', 'sessions', 'email_codes'].map((table) =>
        core.database.prepare<[], { values: unknown }>(`SELECT * FROM ${table}`).all(),
      ),
      (name, value: unknown) => (name === 'password_hash' ? undefined : value),
    );
  const signIn = () => core.dms.authentication.withPassword({ login: 'ann', password, ip, userAgent: null });

  async function switchedOn() {
    const actor = await core.session('ann');
    const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    const code = () => totpCode(enrolment.secret, core.now());
    await core.dms.twoFactor.confirm(actor, code());
    core.pass(60_000);
    return { actor, code };
  }

  it('another password stops a new password, a new address, and all about the second factor', async () => {
    const actor = await core.session('ann');
    const { account, twoFactor } = core.dms;
    const changes = { currentPassword: password, password: 'something quite new', email: 'a@example.net' };
    const attempts: [() => unknown, string][] = [
      [() => account.update(actor, { ...changes, email: undefined }), 'current_password'],
      [() => account.update(actor, { ...changes, password: undefined }), 'current_password'],
      [() => twoFactor.enrol(actor, 'totp', password), 'password'],
      [() => twoFactor.enrol(actor, 'email', password), 'password'],
    ];
    const { password_hash: hash } = present(
      core.database
        .prepare<[number], { password_hash: string }>('SELECT password_hash FROM users WHERE id = ?')
        .get(ann.id),
    );
    for (const [attempt, field] of attempts) {
      const before = stored();
      beforeNextTransaction(MEANWHILE['another password']);
      await refuses(attempt, 'invalid', [field]);
      assert.equal(stored(), before);
      core.elsewhere('UPDATE users SET password_hash = ? WHERE id = ?', hash, ann.id);
    }
  });

  it('another password stops new recovery codes and the end of the second factor', async () => {
    const { actor, code } = await switchedOn();
    const before = stored();
    beforeNextTransaction(MEANWHILE['another password']);
    await refuses(() => core.dms.twoFactor.renewRecoveryCodes(actor, password), 'invalid', ['password']);
    assert.equal(stored(), before);
    await core.dms.users.update(SYSTEM, ann.id, { password });
    const again = await pendingToWhole(code());
    core.pass(60_000);
    beforeNextTransaction(MEANWHILE['another password']);
    await refuses(() => core.dms.twoFactor.remove(again, password, code()), 'invalid', ['password']);
    assert.equal(core.dms.users.get(SYSTEM, ann.id).twoFactor, 'totp');
  });

  async function pendingToWhole(code: string) {
    const { secret } = await signIn();
    const half = present(core.dms.twoFactorSignIn.halfSignedIn(secret, ip));
    const whole = await core.dms.twoFactorSignIn.verify(half, code, null);
    return present(core.dms.authentication.bySession(whole.secret, ip));
  }

  for (const [what, change] of Object.entries(MEANWHILE)) {
    it(`${what} stops the sign-in`, async () => {
      beforeNextTransaction(change);
      await refuses(signIn, 'unauthenticated');
      assert.deepEqual(core.database.prepare('SELECT id FROM sessions').all(), []);
    });
  }

  it('a second factor switched on is owed by the sign-in', async () => {
    beforeNextTransaction("two_factor = 'totp'");
    const { secondFactorOwed, secret } = await signIn();
    assert.equal(secondFactorOwed, true);
    assert.equal(core.dms.authentication.bySession(secret, ip), undefined);
  });

  it('an address changed by an administrator is not changed back without the password', async () => {
    const actor = await core.session('ann');
    beforeNextTransaction("email = 'new@example.net'");
    const { account } = core.dms;
    await refuses(() => account.update(actor, { email: ann.email }), 'invalid', ['current_password']);
    assert.equal(account.get(actor).email, 'new@example.net');
  });

  it('a code goes to the address of now, and by the method of now', async () => {
    core.elsewhere("UPDATE users SET two_factor = 'email' WHERE id = ?", ann.id);
    const { secret } = await signIn();
    const half = present(core.dms.twoFactorSignIn.halfSignedIn(secret, ip));
    beforeNextTransaction("email = 'new@example.net'");
    await core.dms.twoFactorSignIn.requestCode(half);
    assert.deepEqual(
      core.dms.mailQueue.due(9, new Set()).map(({ address }) => address),
      ['new@example.net'],
    );
    beforeNextTransaction("two_factor = 'totp'");
    assert.deepEqual(await core.dms.twoFactorSignIn.requestCode(half), { method: 'totp' });
  });

  it('a reset by an administrator is not overtaken by the user’s own change', async () => {
    const actor = await core.session('ann');
    const own = core.dms.account.update(actor, { password: 'my own new one', currentPassword: password });
    // The queue of Argon2 lets the administrator's hash in between the user's check and hash.
    const [mine] = await Promise.allSettled([
      own,
      core.dms.users.update(SYSTEM, ann.id, { password: 'the administrator’s' }),
    ]);
    assert.equal(mine.status, 'rejected');
    assert.equal(core.dms.sessions.list(actor, PAGE).total, 0);
    await core.dms.authentication.byBasic({ login: 'ann', password: 'the administrator’s', ip });
  });
});
