import assert from 'node:assert/strict';
import {
  type CoreFixture,
  MINUTE,
  openCoreFixture,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { mailedCode, totpCode } from '../../support/second-factor.ts';

const ip = '192.0.2.1';
const password = passwordOf('ann');

describe('what is good for signing in, and what no longer is', () => {
  let core: CoreFixture;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('ann');
  });
  afterEach(() => core.close());

  const signIn = (word = password) =>
    core.dms.authentication.withPassword({ login: 'ann', password: word, ip, userAgent: null });

  it('a second factor that is turned off cannot be confirmed again', async () => {
    const ann = await core.session('ann');
    const enrolment = await core.dms.twoFactor.enrol(ann, 'totp', password);
    assert.ok(enrolment.method === 'totp');
    const code = () => totpCode(enrolment.secret, core.now());
    await core.dms.twoFactor.confirm(ann, code());
    core.pass(MINUTE);
    await core.dms.twoFactor.remove(ann, password, code());
    core.pass(MINUTE);
    await refuses(() => core.dms.twoFactor.confirm(ann, code()), 'invalid', ['code']);
    assert.equal(core.dms.account.get(ann).twoFactor, 'off');
  });

  it('a recovery code is good once, and the log tells how many are left', async () => {
    const ann = await core.session('ann');
    await core.dms.twoFactor.enrol(ann, 'email', password);
    const [recovery = ''] = await core.dms.twoFactor.confirm(ann, mailedCode(core.database));
    const half = async () => present(core.dms.twoFactorSignIn.halfSignedIn((await signIn()).secret, ip));
    await core.dms.twoFactorSignIn.verify(await half(), recovery, null);
    assert.equal(core.actions().at(-1), 'sign_in signed in, second factor: recovery code, 9 left');
    const other = await half();
    await refuses(() => core.dms.twoFactorSignIn.verify(other, recovery, null), 'invalid', ['code']);
  });

  it('a code that was sent more than an hour ago is not kept', async () => {
    const ann = await core.session('ann');
    await core.dms.twoFactor.enrol(ann, 'email', password);
    await core.dms.twoFactor.confirm(ann, mailedCode(core.database));
    core.pass(60 * MINUTE);
    await core.dms.twoFactorSignIn.requestCode(ann);
    assert.equal(core.database.prepare('SELECT sent_at FROM email_codes').all().length, 1);
  });

  it('where there is no second factor, nobody is asked for the password to say so', async () => {
    const ann = await core.session('ann');
    await refuses(() => core.dms.twoFactor.remove(ann, 'wrong', '123456'), 'invalid', ['two_factor']);
    await refuses(() => core.dms.twoFactor.renewRecoveryCodes(ann, 'wrong'), 'invalid', ['two_factor']);
  });

  it('no code is sent for a token that may only read', async () => {
    const reader = await core.token('ann', ['read']);
    await refuses(() => core.dms.twoFactorSignIn.requestCode(reader), 'forbidden');
  });

  it('a password is known where it was right', async () => {
    const { authentication } = core.dms;
    const isKnown = (login: string, from: string) => authentication.isKnown({ login, ip: from });
    assert.equal(isKnown('ann', ip), false);
    await signIn();
    assert.equal(isKnown('ANN', ip), true);
    assert.equal(isKnown('ann', '198.51.100.1'), false);
    assert.equal(isKnown('nobody', ip), false);
  });

  it('who has signed out is not current, when a body arrives late', async () => {
    const ann = await core.session('ann');
    core.dms.authentication.assertCurrent(ann);
    await core.dms.authentication.signOut(ann);
    await refuses(() => core.dms.authentication.assertCurrent(ann), 'unauthenticated');
  });

  it('failures before a success count no longer', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await refuses(() => signIn('wrong'), 'unauthenticated');
      await signIn();
    }
  });

  it('a password from before is worked on once', async () => {
    const { signIn: counted, passwords } = core.countedSignIn();
    const attempt = { login: 'ann', password, ip };
    const { userId } = await counted.byBasic(attempt);
    await core.dms.users.update(SYSTEM, userId, { password: 'quite another password' });
    await refuses(() => counted.byBasic(attempt), 'unauthenticated');
    const { runs } = passwords;
    for (let count = 0; count < 9; count += 1)
      await refuses(() => counted.byBasic(attempt), 'unauthenticated');
    assert.equal(passwords.runs, runs);
  });

  it('a token that a session makes is limited by no other token', async () => {
    const ann = await core.session('ann');
    for (let count = 0; count < 5; count += 1) await core.token('ann', ['read']);
    const { token } = await core.dms.tokens.create(ann, { name: 'script' });
    assert.deepEqual(token.scopes, ['read', 'write', 'webdav']);
  });

  it('the letter about a new token says from where it was made', async () => {
    await core.dms.tokens.create(await core.session('ann'), { name: 'one' });
    await core.dms.tokens.createFor(SYSTEM, 'ann', { name: 'two', scopes: ['read'] });
    const texts = core.dms.mailQueue.due(9, new Set()).map(({ text }) => text);
    assert.equal(texts.length, 2);
    assert.match(present(texts[0]), /, from the address 192\.0\.2\.1\./);
    assert.doesNotMatch(present(texts[1]), /from the address/);
  });

  it('sessions come in pages, and the log tells that all others were ended', async () => {
    for (let count = 0; count < 5; count += 1) {
      await core.session('ann');
      core.pass(1);
    }
    const ann = await core.session('ann');
    const pages = [1, 2, 3, 4].map((page) => core.dms.sessions.list(ann, { page, perPage: 2 }).items);
    assert.deepEqual(
      pages.map(({ length }) => length),
      [2, 2, 2, 0],
    );
    assert.equal(new Set(pages.flat().map(({ id }) => id)).size, 6);
    assert.equal(await core.dms.sessions.endOthers(ann), 5);
    assert.equal(core.actions().at(-1), 'session_end all other sessions');
  });
});
