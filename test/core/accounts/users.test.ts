import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import type { User } from '../../../src/model/user.ts';
import { UserTable } from '../../../src/storage/accounts/users.ts';
import {
  type Office,
  openOffice,
  PAGE,
  passwordOf,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('users', () => {
  let office: Office;
  let root: User;
  let admin: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    root = await office.user('root', { isAdmin: true });
    admin = await office.session('root');
  });
  afterEach(() => office.close());

  const input = { name: 'Ann', email: 'ann@example.org', login: 'ann', password: 'a good one: ä' };

  it('are created with a home of their own, and can sign in', async () => {
    const { homeId, id, ...rest } = await office.dms.users.create(admin, { ...input, quotaBytes: 1000 });
    assert.deepEqual(rest, {
      name: 'Ann',
      email: 'ann@example.org',
      login: 'ann',
      isAdmin: false,
      isDisabled: false,
      twoFactor: 'off',
      quotaBytes: 1000,
      usedBytes: 0,
      createdAt: office.now(),
      updatedAt: office.now(),
      lastLoginAt: null,
    });
    const home = office.database
      .prepare<[number], { owner_id: number }>('SELECT owner_id FROM entries WHERE id = ?')
      .get(homeId);
    assert.equal(home?.owner_id, id);
    const actor = await office.dms.authentication.byBasic({
      login: 'ann',
      password: input.password,
      ip: null,
    });
    assert.equal(actor.userId, id);
    assert.ok(office.actions().includes('user_create user ann'));
  });

  it('are listed in the order of their logins, page by page', async () => {
    for (const login of ['zoe', 'bob', '0']) await office.user(login);
    const { users } = office.dms;
    const logins = (page: number) => users.list(admin, { page, perPage: 3 }).items.map(({ login }) => login);
    assert.deepEqual(logins(1), ['0', 'bob', 'root']);
    assert.deepEqual(logins(2), ['zoe']);
    assert.deepEqual(logins(3), []);
    assert.equal(users.list(admin, { page: 3, perPage: 3 }).total, 4);
  });

  it('are found by id, and by login in whatever case', () => {
    assert.equal(office.dms.users.get(admin, root.id).login, 'root');
    assert.equal(office.dms.users.findByLogin(SYSTEM, 'ROOT')?.id, root.id);
    assert.equal(office.dms.users.findByLogin(SYSTEM, 'nobody'), undefined);
  });

  it('that do not exist are not_found', async () => {
    const { users } = office.dms;
    for (const id of [0, 999, Number.MAX_SAFE_INTEGER]) {
      await refuses(() => users.get(admin, id), 'not_found');
      await refuses(() => users.update(admin, id, { name: 'x' }), 'not_found');
      await refuses(() => users.update(admin, id, { password: 'a good one: ä' }), 'not_found');
      await refuses(() => users.remove(admin, id), 'not_found');
    }
  });

  it('are for administrators only', async () => {
    const ann = await office.user('ann');
    const actors = {
      forbidden: [await office.session('ann'), await office.token('root', ['read', 'write'])],
      unauthenticated: [{ kind: 'guest' as const, ip: null }],
    };
    const { users } = office.dms;
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
    const boss = await office.user('boss', { isAdmin: true });
    const { secret } = await office.token('boss', ['admin']);
    const actor = () => present(office.dms.authentication.byToken(secret, null));
    assert.equal(office.dms.users.list(actor(), PAGE).total, 2);
    await office.dms.users.update(admin, boss.id, { isAdmin: false });
    await refuses(() => office.dms.users.list(actor(), PAGE), 'forbidden');
  });

  it('say whether there is an administrator who can act', async () => {
    assert.equal(office.dms.users.hasAdministrator(), true);
    office.elsewhere('UPDATE users SET is_disabled = 1');
    assert.equal(office.dms.users.hasAdministrator(), false);
  });

  describe('refuse', () => {
    it('all that is wrong with a new one at once, and change nothing', async () => {
      const before = office.actions();
      const bad = { name: '', email: 'nowhere', login: 'Ann!', password: 'short', quotaBytes: -1 };
      const error = await refuses(() => office.dms.users.create(admin, bad), 'invalid', [
        'name',
        'email',
        'login',
        'password',
        'quota_bytes',
      ]);
      assert.deepEqual(error.fields?.['name'], ['must not be empty']);
      assert.equal(office.dms.users.list(admin, PAGE).total, 1);
      assert.deepEqual(office.actions(), before);
    });

    for (const login of ['', 'Ann', 'a b', 'ann@x', 'ä', 'a/b', 'x'.repeat(65), 'ann\n', '\u212aelvin']) {
      it(`the login ${JSON.stringify(login.slice(0, 10))}`, async () => {
        await refuses(() => office.dms.users.create(admin, { ...input, login }), 'invalid', ['login']);
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
        await refuses(() => office.dms.users.create(admin, { ...input, email }), 'invalid', ['email']);
      });
    }

    for (const name of ['', '   ', 'x'.repeat(256), 'line\nbreak', 'nul\0', 'bell\u007f', 'lone \udc00']) {
      it(`the name ${JSON.stringify(name.slice(0, 12))}`, async () => {
        await refuses(() => office.dms.users.create(admin, { ...input, name }), 'invalid', ['name']);
      });
    }

    for (const quotaBytes of [-1, 1.5, Number.NaN, Infinity]) {
      it(`the quota ${quotaBytes}`, async () => {
        await refuses(() => office.dms.users.create(admin, { ...input, quotaBytes }), 'invalid', [
          'quota_bytes',
        ]);
        await refuses(() => office.dms.users.update(admin, root.id, { quotaBytes }), 'invalid', [
          'quota_bytes',
        ]);
      });
    }

    it('a login and an address that are taken, whatever their case', async () => {
      office.elsewhere("UPDATE users SET login = 'Root' WHERE id = ?", root.id);
      const taken = { ...input, login: 'root', email: 'ROOT@example.org' };
      await refuses(() => office.dms.users.create(admin, taken), 'invalid', ['login', 'email']);
    });

    it('the second of two that want the same login at the same moment', async () => {
      const outcomes = await Promise.allSettled([
        office.dms.users.create(admin, input),
        office.dms.users.create(admin, { ...input, email: 'other@example.org' }),
      ]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.deepEqual(refused?.reason.fields, { login: ['is taken'] });
    });
  });

  for (const login of ['constructor', '__proto__', 'a', '0', 'x'.repeat(64), 'a.b_c-d']) {
    it(`may be called ${login.slice(0, 12)}`, async () => {
      const user = await office.user(login, { email: 'special@localhost' });
      assert.equal(office.dms.users.get(admin, user.id).login, login);
      assert.equal((await office.session(login)).userId, user.id);
    });
  }

  describe('when changed', () => {
    let ann: User;
    beforeEach(async () => {
      ann = await office.user('ann', { quotaBytes: 5 });
    });

    it('keep what was not named, and say who changed what', async () => {
      office.pass(1000);
      const changed = await office.dms.users.update(admin, ann.id, { name: 'Ann Other', quotaBytes: null });
      assert.deepEqual(changed, { ...ann, name: 'Ann Other', quotaBytes: null, updatedAt: office.now() });
      assert.equal(office.actions().at(-1), 'user_update name, quota_bytes of user ann');
    });

    it('keep all when nothing was named, and nothing is logged', async () => {
      const before = office.actions();
      office.pass(1000);
      assert.deepEqual(await office.dms.users.update(admin, ann.id, {}), ann);
      assert.deepEqual(office.actions(), before);
    });

    it('may keep their own address but not take that of others', async () => {
      await office.dms.users.update(admin, ann.id, { email: 'ANN@example.org' });
      await refuses(() => office.dms.users.update(admin, ann.id, { email: root.email }), 'invalid', [
        'email',
      ]);
    });

    it('report all that is wrong at once', async () => {
      const changes = { name: '', email: '', password: 'x', quotaBytes: -5 };
      const fields = ['name', 'email', 'password', 'quota_bytes'];
      await refuses(() => office.dms.users.update(admin, ann.id, changes), 'invalid', fields);
    });

    it('lose their sessions with their password', async () => {
      const session = await office.session('ann');
      await office.dms.users.update(admin, ann.id, { password: 'another good one' });
      assert.equal(office.dms.authentication.bySession(session.secret, null), undefined);
      const wrong = { login: 'ann', password: passwordOf('ann'), ip: null };
      await refuses(() => office.dms.authentication.byBasic(wrong), 'unauthenticated');
      await office.dms.authentication.byBasic({ ...wrong, password: 'another good one' });
      assert.ok(office.actions().includes('password_change password of user ann'));
    });

    it('keep the session in which an administrator changed his own password', async () => {
      const [mine, other] = [await office.session('root'), await office.session('root')];
      await office.dms.users.update(mine, root.id, { password: 'another good one' });
      assert.ok(office.dms.authentication.bySession(mine.secret, null));
      assert.equal(office.dms.authentication.bySession(other.secret, null), undefined);
    });

    it('lose their sessions when disabled, and do not get them back', async () => {
      const { secret } = await office.session('ann');
      await office.dms.users.update(admin, ann.id, { isDisabled: true });
      await office.dms.users.update(admin, ann.id, { isDisabled: false });
      assert.equal(office.dms.authentication.bySession(secret, null), undefined);
    });

    it('start their transaction at the call, unless there is a password to hash', () => {
      void office.dms.users.update(admin, ann.id, { name: 'At once' });
      assert.equal(office.dms.users.get(admin, ann.id).name, 'At once');
    });
  });

  describe('when removed', () => {
    it('take sessions and tokens along, and their home stays with the office', async () => {
      const ann = await office.user('ann');
      const [session, token] = [await office.session('ann'), await office.token('ann', ['read'])];
      await office.dms.users.remove(admin, ann.id);
      assert.equal(office.dms.authentication.bySession(session.secret, null), undefined);
      assert.equal(office.dms.authentication.byToken(token.secret, null), undefined);
      await refuses(() => office.dms.users.get(admin, ann.id), 'not_found');
      const home = office.database
        .prepare<[number], { parent: string }>(
          'SELECT p.name AS parent FROM entries e JOIN entries p ON p.id = e.parent_id WHERE e.id = ?',
        )
        .get(ann.homeId);
      assert.equal(home?.parent, 'Former users');
      assert.equal(office.actions().at(-1), 'user_delete user ann');
    });

    it('free their login and address', async () => {
      await office.dms.users.remove(admin, (await office.user('ann')).id);
      await office.user('ann');
    });
  });

  describe('of whom one is the last administrator', () => {
    it('cannot lose him', async () => {
      const { users } = office.dms;
      await refuses(() => users.remove(admin, root.id), 'invalid', ['id']);
      const both = { isAdmin: false, isDisabled: true };
      await refuses(() => users.update(admin, root.id, both), 'invalid', ['is_admin', 'is_disabled']);
      await refuses(() => users.update(SYSTEM, root.id, { isAdmin: false }), 'invalid', ['is_admin']);
      await users.update(admin, root.id, { isAdmin: true, isDisabled: false, name: 'Still here' });
    });

    it('do not count one who is disabled', async () => {
      const { users } = office.dms;
      const boss = await office.user('boss', { isAdmin: true });
      await users.update(admin, boss.id, { isDisabled: true });
      await refuses(() => users.update(admin, root.id, { isDisabled: true }), 'invalid', ['is_disabled']);
      await users.remove(admin, boss.id);
    });

    it('may lose him when there is another', async () => {
      await office.user('boss', { isAdmin: true });
      await office.dms.users.remove(admin, root.id);
      assert.equal(office.dms.users.hasAdministrator(), true);
    });
  });

  it('know what they occupy', async () => {
    const table = new UserTable(office.database);
    const ann = await office.user('ann', { quotaBytes: 100 });
    table.addUsage(ann.id, 70);
    table.addUsage(ann.id, -20);
    assert.deepEqual(table.findUsage(ann.id), { usedBytes: 50, quotaBytes: 100 });
    assert.equal(table.findUsage(999), undefined);
    assert.throws(() => table.addUsage(ann.id, -51));
  });
});
