import assert from 'node:assert/strict';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { User } from '../../../src/model/people/user.ts';
import { UserTable } from '../../../src/storage/accounts/users.ts';
import {
  type CoreFixture,
  openCoreFixture,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('users', () => {
  let core: CoreFixture;
  let root: User;
  let admin: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    root = await core.user('root', { isAdmin: true });
    admin = await core.session('root');
  });
  afterEach(() => core.close());

  const input = { name: 'Ann', email: 'ann@example.org', login: 'ann', password: 'a good one: ä' };

  it('are created with a home of their own, and can sign in', async () => {
    const { homeId, id, ...rest } = await core.dms.users.create(admin, { ...input, quotaBytes: 1000 });
    assert.deepEqual(rest, {
      name: 'Ann',
      email: 'ann@example.org',
      login: 'ann',
      isAdmin: false,
      isDisabled: false,
      isPaused: false,
      language: null,
      twoFactor: 'off',
      quotaBytes: 1000,
      used: { entries: 0, bytes: 0 },
      createdAt: core.now(),
      updatedAt: core.now(),
      lastLoginAt: null,
    });
    const home = core.database
      .prepare<[number], { owner_id: number }>('SELECT owner_id FROM entries WHERE id = ?')
      .get(homeId);
    assert.equal(home?.owner_id, id);
    const actor = await core.dms.authentication.byBasic({
      login: 'ann',
      password: input.password,
      ip: null,
    });
    assert.equal(actor.userId, id);
    assert.ok(core.actions().includes('user_create user ann'));
  });

  it('are listed in the order of their logins, page by page', async () => {
    for (const login of ['zoe', 'bob', '0']) await core.user(login);
    const { users } = core.dms;
    const logins = (page: number) => users.list(admin, { page, perPage: 3 }).items.map(({ login }) => login);
    assert.deepEqual(logins(1), ['0', 'bob', 'root']);
    assert.deepEqual(logins(2), ['zoe']);
    assert.deepEqual(logins(3), []);
    assert.equal(users.list(admin, { page: 3, perPage: 3 }).total, 4);
  });

  it('are found by id, and by login in whatever case', () => {
    assert.equal(core.dms.users.get(admin, root.id).login, 'root');
    assert.equal(core.dms.users.findByLogin(SYSTEM, 'ROOT')?.id, root.id);
    assert.equal(core.dms.users.findByLogin(SYSTEM, 'nobody'), undefined);
  });

  it('that do not exist are not_found', async () => {
    const { users } = core.dms;
    for (const id of [0, 999, Number.MAX_SAFE_INTEGER]) {
      await refuses(() => users.get(admin, id), 'not_found');
      await refuses(() => users.update(admin, id, { name: 'x' }), 'not_found');
      await refuses(() => users.update(admin, id, { password: 'a good one: ä' }), 'not_found');
      await refuses(() => users.remove(admin, id), 'not_found');
    }
  });

  it('are for administrators only', async () => {
    const ann = await core.user('ann');
    const actors = {
      forbidden: [await core.session('ann'), await core.token('root', ['read', 'write'])],
      unauthenticated: [{ kind: 'guest' as const, ip: null }],
    };
    const { users } = core.dms;
    for (const code of ['forbidden', 'unauthenticated'] as const) {
      for (const actor of actors[code]) {
        await refuses(() => users.list(actor, PAGE), code);
        await refuses(() => users.get(actor, ann.id), code);
        await refuses(() => users.findByLogin(actor, 'ann'), code);
        await refuses(() => users.create(actor, { ...input, login: 'x', email: 'x@y.z' }), code);
        await refuses(() => users.update(actor, ann.id, { isAdmin: true }), code);
        await refuses(() => users.remove(actor, ann.id), code);
      }
    }
    assert.equal(users.get(SYSTEM, ann.id).isAdmin, false);
  });

  it('are open to a token of scope admin as long as its owner is an administrator', async () => {
    const boss = await core.user('boss', { isAdmin: true });
    const { secret } = await core.token('boss', ['admin']);
    const actor = () => present(core.dms.authentication.byToken(secret, null));
    assert.equal(core.dms.users.list(actor(), PAGE).total, 2);
    await core.dms.users.update(admin, boss.id, { isAdmin: false });
    await refuses(() => core.dms.users.list(actor(), PAGE), 'forbidden');
  });

  it('say whether there is an administrator who can act', async () => {
    assert.equal(core.dms.users.hasAdministrator(), true);
    core.elsewhere('UPDATE users SET is_disabled = 1');
    assert.equal(core.dms.users.hasAdministrator(), false);
  });

  describe('refuse', () => {
    it('all that is wrong with a new one at once, and change nothing', async () => {
      const before = core.actions();
      const bad = { name: '', email: 'nowhere', login: 'Ann!', password: 'short', quotaBytes: -1 };
      const error = await refuses(() => core.dms.users.create(admin, bad), 'invalid', [
        'name',
        'email',
        'login',
        'password',
        'quota_bytes',
      ]);
      assert.deepEqual(error.fields?.['name'], [message('empty')]);
      assert.equal(core.dms.users.list(admin, PAGE).total, 1);
      assert.deepEqual(core.actions(), before);
    });

    for (const login of ['', 'Ann', 'a b', 'ann@x', 'ä', 'a/b', 'x'.repeat(65), 'ann\n', '\u212aelvin']) {
      it(`the login ${JSON.stringify(login.slice(0, 10))}`, async () => {
        await refuses(() => core.dms.users.create(admin, { ...input, login }), 'invalid', ['login']);
      });
    }

    const emails = [
      '',
      'ann',
      '@example.org',
      'ann@',
      'a b@example.org',
      'ann@exa mple.org',
      'ann@-x',
      'ann@x..y',
    ];
    for (const email of [
      ...emails,
      'a@b@c',
      'ann@example.org\n',
      'ann\0@x.org',
      `${'x'.repeat(250)}@x.org`,
    ]) {
      it(`the address ${JSON.stringify(email.slice(0, 20))}`, async () => {
        await refuses(() => core.dms.users.create(admin, { ...input, email }), 'invalid', ['email']);
      });
    }

    for (const name of ['', '   ', 'x'.repeat(256), 'line\nbreak', 'nul\0', 'bell\u007f', 'lone \udc00']) {
      it(`the name ${JSON.stringify(name.slice(0, 12))}`, async () => {
        await refuses(() => core.dms.users.create(admin, { ...input, name }), 'invalid', ['name']);
      });
    }

    for (const quotaBytes of [-1, 1.5, Number.NaN, Infinity]) {
      it(`the quota ${quotaBytes}`, async () => {
        await refuses(() => core.dms.users.create(admin, { ...input, quotaBytes }), 'invalid', [
          'quota_bytes',
        ]);
        await refuses(() => core.dms.users.update(admin, root.id, { quotaBytes }), 'invalid', [
          'quota_bytes',
        ]);
      });
    }

    it('a login and an address that are taken, whatever their case', async () => {
      core.elsewhere("UPDATE users SET login = 'Root' WHERE id = ?", root.id);
      const taken = { ...input, login: 'root', email: 'ROOT@example.org' };
      await refuses(() => core.dms.users.create(admin, taken), 'invalid', ['login', 'email']);
    });

    it('the second of two that want the same login at the same moment', async () => {
      const outcomes = await Promise.allSettled([
        core.dms.users.create(admin, input),
        core.dms.users.create(admin, { ...input, email: 'other@example.org' }),
      ]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.deepEqual(refused?.reason.fields, { login: [message('taken')] });
    });
  });

  for (const login of ['constructor', '__proto__', 'a', '0', 'x'.repeat(64), 'a.b_c-d']) {
    it(`may be called ${login.slice(0, 12)}`, async () => {
      const user = await core.user(login, { email: 'special@localhost' });
      assert.equal(core.dms.users.get(admin, user.id).login, login);
      assert.equal((await core.session(login)).userId, user.id);
    });
  }

  describe('when changed', () => {
    let ann: User;
    beforeEach(async () => {
      ann = await core.user('ann', { quotaBytes: 5 });
    });

    it('keep what was not named, and say who changed what', async () => {
      core.pass(1000);
      const changed = await core.dms.users.update(admin, ann.id, { name: 'Ann Other', quotaBytes: null });
      assert.deepEqual(changed, { ...ann, name: 'Ann Other', quotaBytes: null, updatedAt: core.now() });
      assert.equal(core.actions().at(-1), 'user_update name, quota_bytes of user ann');
    });

    it('keep all when nothing was named, and nothing is logged', async () => {
      const before = core.actions();
      core.pass(1000);
      assert.deepEqual(await core.dms.users.update(admin, ann.id, {}), ann);
      assert.deepEqual(core.actions(), before);
    });

    it('may keep their own address but not take that of others', async () => {
      await core.dms.users.update(admin, ann.id, { email: 'ANN@example.org' });
      await refuses(() => core.dms.users.update(admin, ann.id, { email: root.email }), 'invalid', ['email']);
    });

    it('report all that is wrong at once', async () => {
      const changes = { name: '', email: '', password: 'x', quotaBytes: -5 };
      const fields = ['name', 'email', 'password', 'quota_bytes'];
      await refuses(() => core.dms.users.update(admin, ann.id, changes), 'invalid', fields);
    });

    it('lose their sessions with their password', async () => {
      const session = await core.session('ann');
      await core.dms.users.update(admin, ann.id, { password: 'another good one' });
      assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
      const wrong = { login: 'ann', password: passwordOf('ann'), ip: null };
      await refuses(() => core.dms.authentication.byBasic(wrong), 'unauthenticated');
      await core.dms.authentication.byBasic({ ...wrong, password: 'another good one' });
      assert.ok(core.actions().includes('password_change password of user ann'));
    });

    it('keep the session in which an administrator changed his own password', async () => {
      const [mine, other] = [await core.session('root'), await core.session('root')];
      await core.dms.users.update(mine, root.id, {
        password: 'another good one',
        currentPassword: passwordOf('root'),
      });
      assert.ok(core.dms.authentication.bySession(mine.secret, null));
      assert.equal(core.dms.authentication.bySession(other.secret, null), undefined);
    });

    it('lose their sessions when disabled, and do not get them back', async () => {
      const { secret } = await core.session('ann');
      await core.dms.users.update(admin, ann.id, { isDisabled: true });
      await core.dms.users.update(admin, ann.id, { isDisabled: false });
      assert.equal(core.dms.authentication.bySession(secret, null), undefined);
    });
  });

  describe('when removed', () => {
    it('take sessions and tokens along, and their home stays with the office', async () => {
      const ann = await core.user('ann');
      const [session, token] = [await core.session('ann'), await core.token('ann', ['read'])];
      await core.dms.users.remove(admin, ann.id);
      assert.equal(core.dms.authentication.bySession(session.secret, null), undefined);
      assert.equal(core.dms.authentication.byToken(token.secret, null), undefined);
      await refuses(() => core.dms.users.get(admin, ann.id), 'not_found');
      const home = core.database
        .prepare<[number], { parent: string }>(
          'SELECT p.name AS parent FROM entries e JOIN entries p ON p.id = e.parent_id WHERE e.id = ?',
        )
        .get(ann.homeId);
      assert.equal(home?.parent, 'Former users');
      assert.equal(core.actions().at(-1), 'user_delete user ann');
    });

    it('free their login and address', async () => {
      await core.dms.users.remove(admin, (await core.user('ann')).id);
      await core.user('ann');
    });
  });

  describe('of whom one is the last administrator', () => {
    it('cannot lose him', async () => {
      const { users } = core.dms;
      await refuses(() => users.remove(admin, root.id), 'invalid', ['id']);
      const both = { isAdmin: false, isDisabled: true };
      await refuses(() => users.update(admin, root.id, both), 'invalid', ['is_admin', 'is_disabled']);
      await refuses(() => users.update(SYSTEM, root.id, { isAdmin: false }), 'invalid', ['is_admin']);
      await users.update(admin, root.id, { isAdmin: true, isDisabled: false, name: 'Still here' });
    });

    it('do not count one who is disabled', async () => {
      const { users } = core.dms;
      const boss = await core.user('boss', { isAdmin: true });
      await users.update(admin, boss.id, { isDisabled: true });
      await refuses(() => users.update(admin, root.id, { isDisabled: true }), 'invalid', ['is_disabled']);
      await users.remove(admin, boss.id);
    });

    it('may lose him when there is another', async () => {
      await core.user('boss', { isAdmin: true });
      await core.dms.users.remove(admin, root.id);
      assert.equal(core.dms.users.hasAdministrator(), true);
    });
  });

  it('know what they occupy', async () => {
    const table = new UserTable(core.database);
    const ann = await core.user('ann', { quotaBytes: 100 });
    table.addUsage(ann.id, { entries: 3, bytes: 70 });
    table.addUsage(ann.id, { entries: -1, bytes: -20 });
    assert.deepEqual(table.findUsage(ann.id), { used: { entries: 2, bytes: 50 }, quotaBytes: 100 });
    assert.equal(table.findUsage(999), undefined);
    assert.throws(() => table.addUsage(ann.id, { entries: 0, bytes: -51 }));
    assert.throws(() => table.addUsage(ann.id, { entries: -3, bytes: 0 }));
  });

  it('that administrators reset lose their tokens, unless they are to be kept', async () => {
    const root = await core.session('root');
    const { id } = await core.user('cid');
    const token = await core.token('cid', ['read']);
    const password = 'something quite new';
    await core.dms.users.update(root, id, { password, keepTokens: true });
    assert.ok(core.dms.authentication.byToken(token.secret, null));
    await core.dms.users.update(root, id, { password });
    assert.equal(core.dms.authentication.byToken(token.secret, null), undefined);
  });

  it('that change their own password or address need the current one here, too', async () => {
    const root = await core.session('root');
    const { users } = core.dms;
    const { userId } = root;
    const changes = { password: 'something quite new', email: 'new@example.org' };
    for (const currentPassword of [undefined, 'not the current one']) {
      const attempt = { ...changes, currentPassword };
      await refuses(() => users.update(root, userId, attempt), 'invalid', ['current_password']);
    }
    assert.equal((await users.update(root, userId, { name: 'Root' })).name, 'Root');
    const currentPassword = passwordOf('root');
    assert.equal((await users.update(root, userId, { ...changes, currentPassword })).email, changes.email);
    await users.update(SYSTEM, userId, { password: currentPassword });
  });
});
