import assert from 'node:assert/strict';
import type { User } from '../../../src/model/people/user.ts';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  passwordOf,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

const ip = '192.0.2.1';
const WRONG = 'not the password';

describe('sign-in with the e-mail address', () => {
  let core: CoreFixture;
  let ann: User;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await core.user('ann');
  });
  afterEach(() => core.close());

  const signIn = (login: string, password = passwordOf('ann')) =>
    core.dms.authentication.withPassword({ login, password, ip, userAgent: null });

  async function fail(login: string, times: number) {
    for (let count = 0; count < times; count += 1)
      await refuses(() => signIn(login, WRONG), 'unauthenticated');
  }

  it('finds the account, in whatever case', async () => {
    assert.equal((await signIn('ann@example.org')).user.id, ann.id);
    assert.equal((await signIn('ANN@Example.org')).user.id, ann.id);
  });

  it('compares domains by their normal form (IDNA), and stores that form', async () => {
    const create = (login: string, email: string) =>
      core.dms.users.create(SYSTEM, { login, name: login, email, password: passwordOf(login) });
    await refuses(() => create('other', 'ann@exaｍple.org'), 'invalid', ['email']);
    const { id, email } = await create('idn', 'idn@ＭÜLLER.de');
    assert.equal(email, 'idn@müller.de');
    for (const address of ['idn@müller.de', 'IDN@MÜLLER.de', 'idn@xn--mller-kva.de'])
      assert.equal((await signIn(address, passwordOf('idn'))).user.id, id);
    assert.equal((await signIn('ann@exaｍple.org')).user.id, ann.id);
    await refuses(() => core.dms.users.update(SYSTEM, id, { email: 'Ann@EXAMPLE。org' }), 'invalid', [
      'email',
    ]);
    await core.dms.users.update(SYSTEM, id, { email: 'idn@exaｍple.org' });
    assert.equal(core.dms.users.get(SYSTEM, id).email, 'idn@example.org');
  });

  it('leaves addresses from before as they are, also two spellings of one', async () => {
    const ben = await core.user('ben');
    core.database.prepare("UPDATE users SET email = 'ann@exaｍple.org' WHERE login = 'ben'").run();
    assert.equal((await signIn('ann@exaｍple.org', passwordOf('ben'))).user.id, ben.id);
    assert.equal((await signIn('ann@example.org')).user.id, ann.id);
    await core.dms.users.update(SYSTEM, ben.id, { name: 'Ben', email: 'ann@exaｍple.org' });
    assert.equal(core.dms.users.get(SYSTEM, ben.id).email, 'ann@exaｍple.org');
    await refuses(() => core.dms.users.update(SYSTEM, ben.id, { email: 'ann@example.org' }), 'invalid', [
      'email',
    ]);
    await core.dms.users.update(SYSTEM, ann.id, { email: 'anna@example.org' });
    assert.equal((await signIn('ann@example.org', passwordOf('ben'))).user.id, ben.id);
  });

  it('is not there over WebDAV', async () => {
    const password = passwordOf('ann');
    await refuses(
      () => core.dms.authentication.byBasic({ login: 'ann@example.org', password, ip }),
      'unauthenticated',
    );
  });

  it('records a failed sign-in in the activity of the account', async () => {
    await fail('ann@example.org', 1);
    assert.equal(core.actions().at(-1), 'sign_in_fail sign-in failed');
  });

  it('runs Argon2 once, whether there is such an address or not', async () => {
    const { signIn: counted, passwords } = core.countedSignIn();
    for (const [index, login] of [
      'ann@example.org',
      'nobody@example.org',
      'ann@',
      '@',
      'ann@example.org',
    ].entries()) {
      await refuses(
        () => counted.withPassword({ login, password: WRONG, ip, userAgent: null }),
        'unauthenticated',
      );
      assert.equal(passwords.runs, index + 1);
    }
  });

  it('gives no more tries than the login', async () => {
    await fail('ann', 3);
    await fail('ann@example.org', 2);
    await refuses(() => signIn('ann'), 'unauthenticated');
    await refuses(() => signIn('ann@example.org'), 'unauthenticated');
    core.pass(15 * MINUTE);
    await signIn('ann@example.org');
  });

  for (const [one, other] of [
    ['ann', 'ann@example.org'],
    ['ann@example.org', 'ann'],
  ] as const) {
    it(`does not tell after failures of ${one} that ${other} is the same account, nor that there is one`, async () => {
      async function answers(first: string, second: string) {
        await fail(first, 5);
        await refuses(() => signIn(first, WRONG), 'throttled');
        const codes = [];
        for (let count = 0; count < 6; count += 1) {
          const [error] = await Promise.allSettled([signIn(second)]);
          codes.push(error.status === 'rejected' ? String(error.reason) : 'signed in');
        }
        return codes;
      }
      const [stranger, same] = [one, other].map((login) => login.replace('ann', 'nobody'));
      assert.deepEqual(await answers(one, other), await answers(stranger ?? '', same ?? ''));
    });
  }

  it('says that it is blocked where the account has signed in before', async () => {
    await signIn('ann');
    await fail('ann', 5);
    await refuses(() => signIn('ann@example.org'), 'throttled');
  });

  it('forgets all failures of the account at a success', async () => {
    await fail('ann', 2);
    await fail('ann@example.org', 2);
    await signIn('ann');
    await fail('ann', 2);
    await fail('ann@example.org', 2);
    await signIn('ann@example.org');
  });
});
