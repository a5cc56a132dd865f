import assert from 'node:assert/strict';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { User } from '../../../src/model/people/user.ts';
import {
  type CoreFixture,
  openCoreFixture,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('a change of an account', () => {
  let core: CoreFixture;
  let ann: User;
  let root: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await core.user('root', { isAdmin: true });
    root = await core.session('root');
    ann = await core.user('ann', { quotaBytes: 1000 });
  });
  afterEach(() => core.close());

  /** Lets all go at once. @returns the fields of those that were refused as invalid */
  async function refusedOf(...changes: readonly Promise<unknown>[]): Promise<string[][]> {
    const results = await Promise.allSettled(changes);
    return results.flatMap((result) => {
      if (result.status === 'fulfilled') return [];
      assert.ok(result.reason instanceof DmsError && result.reason.code === 'invalid', String(result.reason));
      return [Object.keys(result.reason.fields ?? {})];
    });
  }

  it('that is disabled ends its sessions for good', async () => {
    const session = await core.session('ann');
    await core.dms.users.update(root, ann.id, { isDisabled: true });
    await core.dms.users.update(root, ann.id, { isDisabled: false });
    assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
    const other = await core.session('ann');
    await core.dms.users.update(root, ann.id, { isDisabled: false });
    assert.ok(core.dms.authentication.bySession(other.secret, null));
  });

  it('leaves the quota as it is unless another is given, which may be none, and 0', async () => {
    const quotaAfter = async (changes: object) =>
      (await core.dms.users.update(root, ann.id, changes)).quotaBytes;
    assert.equal(await quotaAfter({ name: 'Anna' }), 1000);
    assert.equal(await quotaAfter({ quotaBytes: 0 }), 0);
    assert.equal(await quotaAfter({ quotaBytes: null }), null);
  });

  it('takes an address of up to 254 characters', async () => {
    const ofLength = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    await core.dms.users.update(root, ann.id, { email: ofLength(254) });
    await refuses(() => core.dms.users.update(root, ann.id, { email: ofLength(255) }), 'invalid', ['email']);
  });

  it('of the password alone is noted as such, and told with the address of who did it', async () => {
    const before = core.actions().length;
    const password = 'something quite new';
    await core.dms.users.update(root, ann.id, { password });
    const session = await core.dms.authentication.withPassword({
      login: 'ann',
      password,
      ip: '192.0.2.7',
      userAgent: null,
    });
    const actor = present(core.dms.authentication.bySession(session.secret, '192.0.2.7'));
    await core.dms.account.update(actor, { password: passwordOf('ann'), currentPassword: password });
    await core.dms.users.update(SYSTEM, ann.id, { password });
    const actions = core.actions().slice(before);
    const noted = 'password_change password of user ann';
    assert.deepEqual(actions, [noted, 'sign_in signed in', noted, noted]);
    const told = core.dms.mailQueue
      .due(9, new Set())
      .map(({ text }) => /from the address (\S+)\./.exec(text)?.[1]);
    assert.deepEqual(told, ['192.0.2.1', '192.0.2.7', undefined]);
  });

  it('may be tried with wrong passwords five times in a row, not counting those before the right one', async () => {
    const actor = await core.session('ann');
    const change = (currentPassword: string) =>
      core.dms.account.update(actor, { email: `${core.actions().length}@example.org`, currentPassword });
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1)
        await refuses(() => change('wrong'), 'invalid', ['current_password']);
      await change(passwordOf('ann'));
    }
    for (let count = 0; count < 5; count += 1) await refuses(() => change('wrong'), 'invalid');
    await refuses(() => change(passwordOf('ann')), 'throttled');
  });

  it('names each field that is wrong, in the message, too', async () => {
    const wrong = { name: '', email: 'x', login: 'A', password: 'short' };
    const { message } = await refuses(() => core.dms.users.create(root, wrong), 'invalid', [
      'name',
      'email',
      'login',
      'password',
    ]);
    for (const field of Object.keys(wrong)) assert.match(message, new RegExp(`\\b${field}: `));
  });

  it('gives an address to one of two who want it at the same time', async () => {
    await core.user('ben');
    const email = 'wanted@example.org';
    const sessions = [await core.session('ann'), await core.session('ben')];
    const take = (actor: UserActor) =>
      core.dms.account.update(actor, {
        email,
        password: 'something quite new',
        currentPassword: passwordOf(actor.login),
      });
    assert.deepEqual(await refusedOf(...sessions.map(take)), [['email']]);
  });

  it('gives a login to one of two new users', async () => {
    const create = (email: string) => core.user('new', { email });
    const refused = await refusedOf(create('one@example.org'), create('two@example.org'));
    assert.deepEqual(refused, [['login']]);
  });

  it('leaves an administrator when the last two resign at the same time', async () => {
    await core.user('chief', { isAdmin: true });
    const chief = await core.session('chief');
    const resign = (actor: UserActor) => core.dms.users.update(actor, actor.userId, { isAdmin: false });
    assert.deepEqual(await refusedOf(resign(root), resign(chief)), [['is_admin']]);
    assert.ok(core.dms.users.hasAdministrator());
  });

  it('that is deleted is noted with the folder that its home has become', async () => {
    await core.dms.users.remove(root, ann.id);
    const { items } = await core.dms.activity.list(root, {}, PAGE);
    const [deleted, moved, created] = items.map(({ action, details, folderId }) => [
      action,
      details,
      folderId,
    ]);
    const { id } = present(core.dms.tree.resolve(root, ['Former users'])).entry;
    assert.deepEqual(deleted, ['user_delete', 'user ann', null]);
    assert.deepEqual(moved, ['move', 'home of ann to Former users', ann.homeId]);
    assert.deepEqual(created, ['create_folder', 'Former users', id]);
  });
});
