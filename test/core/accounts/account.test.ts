import assert from 'node:assert/strict';
import type { User } from '../../../src/model/people/user.ts';
import { type CoreFixture, openCoreFixture, passwordOf, refuses, SYSTEM } from '../../support/accounts.ts';

describe('account', () => {
  let core: CoreFixture;
  let ann: User;
  const currentPassword = passwordOf('ann');
  const password = 'something quite new';

  beforeEach(async () => {
    core = await openCoreFixture();
    await core.user('root', { isAdmin: true });
    ann = await core.user('ann');
  });
  afterEach(() => core.close());

  it('is that of whoever is signed in', async () => {
    const { id, login } = core.dms.account.get(await core.session('ann'));
    assert.deepEqual({ id, login }, { id: ann.id, login: 'ann' });
  });

  it('needs somebody signed in, with the scope for it', async () => {
    const [guest, reader] = [{ kind: 'guest' as const, ip: null }, await core.token('ann', ['read'])];
    for (const actor of [guest, SYSTEM]) {
      await refuses(() => core.dms.account.get(actor), 'unauthenticated');
      await refuses(() => core.dms.account.update(actor, { name: 'x' }), 'unauthenticated');
    }
    assert.equal(core.dms.account.get(reader).login, 'ann');
    await refuses(() => core.dms.account.update(reader, { name: 'x' }), 'forbidden');
    await refuses(async () => core.dms.account.get(await core.token('ann', ['webdav'])), 'forbidden');
  });

  it('takes a new name and address', async () => {
    const actor = await core.session('ann');
    core.pass(5);
    const changes = { name: 'Änn', email: 'a@example.org', currentPassword };
    const changed = await core.dms.account.update(actor, changes);
    assert.deepEqual(
      { name: changed.name, email: changed.email, updatedAt: changed.updatedAt },
      { name: 'Änn', email: 'a@example.org', updatedAt: core.now() },
    );
    assert.equal(core.actions().at(-1), 'user_update name, email of user ann');
  });

  it('takes no other address without the current password: codes go there', async () => {
    const actor = await core.session('ann');
    const { account } = core.dms;
    const email = 'thief@example.org';
    await refuses(() => account.update(actor, { email }), 'invalid', ['current_password']);
    const wrong = { email, currentPassword: 'not the current one' };
    await refuses(() => account.update(actor, wrong), 'invalid', ['current_password']);
    assert.equal((await account.update(actor, { email: ann.email, name: 'Änn' })).name, 'Änn');
  });

  it('does not tell whose address is taken to somebody without the password', async () => {
    const actor = await core.session('ann');
    const email = 'root@example.org';
    const { account } = core.dms;
    await refuses(() => account.update(actor, { email }), 'invalid', ['current_password']);
    const wrong = { email, currentPassword: 'not the current one' };
    await refuses(() => account.update(actor, wrong), 'invalid', ['current_password']);
    await refuses(() => account.update(actor, { email, currentPassword }), 'invalid', ['email']);
  });

  it('revokes all tokens with a new password, unless they are to be kept', async () => {
    const actor = await core.session('ann');
    const [one, other] = [await core.token('ann', ['read']), await core.token('root', ['read'])];
    await core.dms.account.update(actor, { password, currentPassword, keepTokens: true });
    assert.ok(core.dms.authentication.byToken(one.secret, null));
    await core.dms.account.update(actor, { password: currentPassword, currentPassword: password });
    assert.equal(core.dms.authentication.byToken(one.secret, null), undefined);
    assert.ok(core.dms.authentication.byToken(other.secret, null));
    assert.equal(core.actions().at(-1), 'token_revoke all tokens of user ann');
  });

  it('is as it was when nothing is named', async () => {
    const actor = await core.session('ann');
    const before = core.dms.account.get(actor);
    core.pass(5);
    assert.deepEqual(await core.dms.account.update(actor, { currentPassword: 'ignored' }), before);
  });

  it('names all that is wrong at once and changes nothing', async () => {
    const actor = await core.session('ann');
    const changes = { name: '', email: 'nonsense', password: 'short', currentPassword: 'wrong' };
    const fields = ['name', 'email', 'password', 'current_password'];
    await refuses(() => core.dms.account.update(actor, changes), 'invalid', fields);
    await refuses(() => core.dms.account.update(actor, { name: '\0' }), 'invalid', ['name']);
    assert.equal(core.dms.account.get(actor).name, ann.name);
  });

  it('takes a new password with the current one, and ends the other sessions', async () => {
    const [mine, other] = [await core.session('ann'), await core.session('ann')];
    await core.dms.account.update(mine, { password, currentPassword });
    assert.ok(core.dms.authentication.bySession(mine.secret, null));
    assert.equal(core.dms.authentication.bySession(other.secret, null), undefined);
    await core.dms.authentication.byBasic({ login: 'ann', password, ip: null });
    assert.equal(core.actions().at(-1), 'password_change password of user ann');
  });

  it('tells its owner of a new password, at the address from before', async () => {
    const wired = await openCoreFixture({ baseUrl: null });
    try {
      const { id } = await wired.user('ann');
      const changes = { password, currentPassword, email: 'other@example.org' };
      await wired.dms.account.update(await wired.session('ann'), changes);
      await wired.dms.users.update(SYSTEM, id, { password: currentPassword });
      const letters = wired.dms.mailQueue.due(9, new Set()).map(({ kind, address }) => [kind, address]);
      assert.deepEqual(letters, [
        ['password_changed', 'ann@example.org'],
        ['password_changed', 'other@example.org'],
      ]);
    } finally {
      await wired.close();
    }
  });

  it('takes a new password over a token too, and ends all sessions', async () => {
    const session = await core.session('ann');
    await core.dms.account.update(await core.token('ann', ['write']), { password, currentPassword });
    assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
  });

  it('takes no new password without the current one', async () => {
    const actor = await core.session('ann');
    const { account } = core.dms;
    await refuses(() => account.update(actor, { password }), 'invalid', ['current_password']);
    const wrong = { password, currentPassword: `${currentPassword} ` };
    await refuses(() => account.update(actor, wrong), 'invalid', ['current_password']);
    await core.session('ann');
  });

  it('counts wrong current passwords as failed sign-ins', async () => {
    const actor = await core.session('ann');
    const wrong = { password, currentPassword: 'not the current one' };
    for (let count = 0; count < 5; count += 1) {
      await refuses(() => core.dms.account.update(actor, wrong), 'invalid');
    }
    assert.equal(core.actions().at(-1), 'sign_in_fail sign-in failed');
    await refuses(() => core.dms.account.update(actor, { password, currentPassword }), 'throttled');
    await refuses(() => core.session('ann'), 'throttled');
  });

  it('is gone for who was deleted meanwhile', async () => {
    const actor = await core.session('ann');
    await core.dms.users.remove(SYSTEM, ann.id);
    await refuses(() => core.dms.account.get(actor), 'unauthenticated');
    await refuses(() => core.dms.account.update(actor, { name: 'x' }), 'unauthenticated');
  });
});
