import type { Actor } from '../../../src/model/people/actor.ts';
import { credentialId, passwordOf, SYSTEM } from '../accounts.ts';
import { ringFor } from '../alarm.ts';
import { totpCode } from '../second-factor.ts';
import { type Change, type ChangeFixture, ofDocument } from './change.ts';

function newToken({ core, ann }: ChangeFixture) {
  return core.dms.tokens.create(ann, { name: 'script' });
}

async function newUserId({ core, fresh }: ChangeFixture): Promise<number> {
  return (await core.user(fresh('user'))).id;
}

const accounts: Record<string, Change> = {
  'account.update': own(['user_update'], ({ core }, actor) => core.dms.account.update(actor, { name: 'N' })),
  'account.update, the password': own(['password_change'], ({ core }, actor) => {
    const password = passwordOf('login' in actor ? actor.login : '');
    return core.dms.account.update(actor, { password, currentPassword: password });
  }),
  'sessions.end': ofDocument(
    ['session_end'],
    ({ core }, actor, id) => core.dms.sessions.end(actor, id),
    async ({ core }) => credentialId(await core.session('ann')),
  ),
  'sessions.endOthers': {
    ...own(['session_end'], ({ core }, actor) => core.dms.sessions.endOthers(actor)),
    async set({ core }) {
      await core.session('ann');
      return (actor) => core.dms.sessions.endOthers(actor);
    },
  },
  'authentication.withPassword': {
    leaves: ['sign_in'],
    open: 'to everybody',
    set:
      async ({ core }) =>
      () =>
        core.session('ann'),
  },
  'authentication.signOut': {
    leaves: ['sign_out'],
    open: 'to everybody',
    async set({ core }) {
      const session = await core.session('ann');
      return () => core.dms.authentication.signOut(session);
    },
  },
  'tokens.create': own(['token_create'], ({ core }, actor) => core.dms.tokens.create(actor, { name: 'T' })),
  'tokens.createFor': {
    leaves: ['token_create'],
    open: 'to everybody',
    set:
      async ({ core }) =>
      () =>
        core.dms.tokens.createFor(SYSTEM, 'ann', { name: 'T' }),
  },
  'tokens.revoke': ofDocument(
    ['token_revoke'],
    ({ core }, actor, id) => core.dms.tokens.revoke(actor, id),
    async (fixture) => (await newToken(fixture)).token.id,
  ),
  'users.create': {
    leaves: ['user_create'],
    by: 'admin',
    async set({ core, fresh }) {
      const login = fresh('user');
      const input = { login, name: login, email: `${login}@example.org`, password: passwordOf(login) };
      return (actor) => core.dms.users.create(actor, input);
    },
  },
  'users.update': ofUser(['user_update'], ({ core }, actor, id) =>
    core.dms.users.update(actor, id, { name: 'N', isDisabled: true }),
  ),
  'users.update, the password': ofUser(['password_change'], ({ core }, actor, id) =>
    core.dms.users.update(actor, id, { password: passwordOf('somebody new') }),
  ),
  // The removal logs two actions: one for the home and one for the account.
  'users.remove': {
    ...ofUser(['move', 'user_delete'], ({ core }, actor, id) => core.dms.users.remove(actor, id)),
    async set(fixture) {
      await fixture.core.dms.users.remove(fixture.admin, await newUserId(fixture));
      const id = await newUserId(fixture);
      return (actor) => fixture.core.dms.users.remove(actor, id);
    },
  },
};

const ofOthers: Record<string, Change> = {
  'passwordLinks.invite': ofUser(['invitation'], ({ core }, actor, id) =>
    core.dms.passwordLinks.invite(actor, id),
  ),
  'sessions.endOf': {
    leaves: ['session_end'],
    by: 'admin',
    async set({ core, fresh }) {
      const login = fresh('user');
      const { id } = await core.user(login);
      await core.session(login);
      return (actor) => core.dms.sessions.endOf(actor, id);
    },
  },
  'incidents.lift': ofUser(
    ['alarm_lift'],
    ({ core }, actor, id) => core.dms.incidents.lift(actor, id),
    async (fixture) => ringFor(fixture.core.dms, await newUserId(fixture)),
  ),
  'twoFactor.switchOff': {
    leaves: ['two_factor_off'],
    by: 'admin',
    async set({ core, fresh }) {
      const login = fresh('user');
      const { id } = await core.user(login);
      const actor = await core.session(login);
      const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', passwordOf(login));
      const code = totpCode('secret' in enrolment ? enrolment.secret : '', core.now());
      await core.dms.twoFactor.confirm(actor, code);
      return (by) => core.dms.twoFactor.switchOff(by, id);
    },
  },
};

const ofGroups: Record<string, Change> = {
  'groups.create': {
    leaves: ['group_create'],
    by: 'admin',
    async set({ core, fresh }) {
      const name = fresh('group');
      return (actor) => core.dms.groups.create(actor, name, ['ann']);
    },
  },
  'groups.rename': ofGroup(['group_update'], ({ core, fresh }, actor, id) =>
    core.dms.groups.rename(actor, id, fresh('renamed')),
  ),
  'groups.addMembers': ofGroup(['group_member_add'], ({ core }, actor, id) =>
    core.dms.groups.addMembers(actor, id, ['ben']),
  ),
  'groups.removeMembers': ofGroup(['group_member_remove'], ({ core, ann }, actor, id) =>
    core.dms.groups.removeMembers(actor, id, [ann.userId]),
  ),
  'groups.remove': ofGroup(['group_delete'], ({ core }, actor, id) => core.dms.groups.remove(actor, id)),
};

const secondFactor: Record<string, Change> = {
  'twoFactor.enrol': factor([], 'off', ({ core }, actor) =>
    core.dms.twoFactor.enrol(actor, 'totp', passwordOf('login' in actor ? actor.login : '')),
  ),
  'twoFactor.confirm': factor(['two_factor_on'], 'enrolled', ({ core }, actor, code) =>
    core.dms.twoFactor.confirm(actor, code()),
  ),
  'twoFactor.renewRecoveryCodes': factor(['recovery_codes'], 'on', ({ core }, actor) =>
    core.dms.twoFactor.renewRecoveryCodes(actor, passwordOf('login' in actor ? actor.login : '')),
  ),
  'twoFactor.remove': factor(['two_factor_off'], 'on', ({ core }, actor, code) =>
    core.dms.twoFactor.remove(actor, passwordOf('login' in actor ? actor.login : ''), code()),
  ),
};

/** Changes of accounts, by operation name. */
export const accountChanges: Readonly<Record<string, Change>> = {
  ...accounts,
  ...ofOthers,
  ...ofGroups,
  ...secondFactor,
};

/** A change of a group with the member `ann`, whom a folder is shared with. */
function ofGroup(
  leaves: readonly string[],
  change: (fixture: ChangeFixture, actor: Actor, id: number) => unknown,
): Change {
  return {
    leaves,
    by: 'admin',
    async set(fixture) {
      const { dms } = fixture.core;
      const name = fixture.fresh('group');
      const { id } = await dms.groups.create(fixture.admin, name, ['ann']);
      const folder = await dms.folders.create(fixture.ben, { folderId: 0, name });
      await dms.shares.create(fixture.ben, { entryId: folder.id, groups: [name], permissions: 1 });
      return (actor) => change(fixture, actor, id);
    },
  };
}

function own(leaves: readonly string[], change: (fixture: ChangeFixture, actor: Actor) => unknown): Change {
  return { leaves, open: 'to users', set: async (fixture) => (actor) => change(fixture, actor) };
}

function ofUser(
  leaves: readonly string[],
  change: (fixture: ChangeFixture, actor: Actor, id: number) => unknown,
  lay = newUserId,
): Change {
  return { ...ofDocument(leaves, change, lay), by: 'admin' };
}

/** A change of the second factor of a new user, whichever actor is passed. */
function factor(
  leaves: readonly string[],
  state: 'off' | 'enrolled' | 'on',
  change: (fixture: ChangeFixture, actor: Actor, code: () => string) => unknown,
): Change {
  return {
    leaves,
    open: 'to everybody',
    async set(fixture) {
      const { core, fresh } = fixture;
      const login = fresh('user');
      await core.user(login);
      const actor = await core.session(login);
      let secret = '';
      // Each code is valid only once, so the clock advances before each one.
      const code = () => {
        core.pass(60_000);
        return totpCode(secret, core.now());
      };
      if (state !== 'off') {
        const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', passwordOf(login));
        if (enrolment.method === 'totp') ({ secret } = enrolment);
      }
      if (state === 'on') await core.dms.twoFactor.confirm(actor, code());
      return () => change(fixture, actor, code);
    },
  };
}
