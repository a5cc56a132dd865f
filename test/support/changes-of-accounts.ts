import type { Actor } from '../../src/model/actor.ts';
import { passwordOf, SYSTEM } from './accounts.ts';
import { type Change, ofDocument, type Stage } from './change.ts';
import { totpCode } from './second-factor.ts';

function newToken({ office, ann }: Stage) {
  return office.dms.tokens.create(ann, { name: 'script' });
}

async function newUserId({ office, fresh }: Stage): Promise<number> {
  return (await office.user(fresh('user'))).id;
}

const accounts: Record<string, Change> = {
  'account.update': own(['user_update'], ({ office }, actor) =>
    office.dms.account.update(actor, { name: 'N' }),
  ),
  'account.update, the password': own(['password_change'], ({ office }, actor) => {
    const password = passwordOf('login' in actor ? actor.login : '');
    return office.dms.account.update(actor, { password, currentPassword: password });
  }),
  'sessions.end': ofDocument(
    ['session_end'],
    ({ office }, actor, id) => office.dms.sessions.end(actor, id),
    async ({ office }) => (await office.session('ann')).credentialId ?? 0,
  ),
  'sessions.endOthers': {
    ...own(['session_end'], ({ office }, actor) => office.dms.sessions.endOthers(actor)),
    async set({ office }) {
      await office.session('ann');
      return (actor) => office.dms.sessions.endOthers(actor);
    },
  },
  'authentication.withPassword': {
    leaves: ['sign_in'],
    open: 'to everybody',
    set:
      async ({ office }) =>
      () =>
        office.session('ann'),
  },
  'authentication.signOut': {
    leaves: ['sign_out'],
    open: 'to everybody',
    async set({ office }) {
      const session = await office.session('ann');
      return () => office.dms.authentication.signOut(session);
    },
  },
  'tokens.create': own(['token_create'], ({ office }, actor) =>
    office.dms.tokens.create(actor, { name: 'T' }),
  ),
  'tokens.createFor': {
    leaves: ['token_create'],
    open: 'to everybody',
    set:
      async ({ office }) =>
      () =>
        office.dms.tokens.createFor(SYSTEM, 'ann', { name: 'T' }),
  },
  'tokens.revoke': ofDocument(
    ['token_revoke'],
    ({ office }, actor, id) => office.dms.tokens.revoke(actor, id),
    async (stage) => (await newToken(stage)).token.id,
  ),
  'users.create': {
    leaves: ['user_create'],
    by: 'admin',
    async set({ office, fresh }) {
      const login = fresh('user');
      const input = { login, name: login, email: `${login}@example.org`, password: passwordOf(login) };
      return (actor) => office.dms.users.create(actor, input);
    },
  },
  'users.update': ofUser(['user_update'], ({ office }, actor, id) =>
    office.dms.users.update(actor, id, { name: 'N', isDisabled: true }),
  ),
  'users.update, the password': ofUser(['password_change'], ({ office }, actor, id) =>
    office.dms.users.update(actor, id, { password: passwordOf('somebody new') }),
  ),
  // The account and its home are two things.
  'users.remove': {
    ...ofUser(['move', 'user_delete'], ({ office }, actor, id) => office.dms.users.remove(actor, id)),
    async set(stage) {
      await stage.office.dms.users.remove(stage.admin, await newUserId(stage));
      const id = await newUserId(stage);
      return (actor) => stage.office.dms.users.remove(actor, id);
    },
  },
};

const secondFactor: Record<string, Change> = {
  'twoFactor.enrol': factor([], 'off', ({ office }, actor) =>
    office.dms.twoFactor.enrol(actor, 'totp', passwordOf('login' in actor ? actor.login : '')),
  ),
  'twoFactor.confirm': factor(['two_factor_on'], 'enrolled', ({ office }, actor, code) =>
    office.dms.twoFactor.confirm(actor, code()),
  ),
  'twoFactor.renewRecoveryCodes': factor(['recovery_codes'], 'on', ({ office }, actor) =>
    office.dms.twoFactor.renewRecoveryCodes(actor, passwordOf('login' in actor ? actor.login : '')),
  ),
  'twoFactor.remove': factor(['two_factor_off'], 'on', ({ office }, actor, code) =>
    office.dms.twoFactor.remove(actor, passwordOf('login' in actor ? actor.login : ''), code()),
  ),
};

/** Changes of accounts, by the name of the operation. */
export const accountChanges: Readonly<Record<string, Change>> = { ...accounts, ...secondFactor };

function own(leaves: readonly string[], change: (stage: Stage, actor: Actor) => unknown): Change {
  return { leaves, open: 'to users', set: async (stage) => (actor) => change(stage, actor) };
}

function ofUser(
  leaves: readonly string[],
  change: (stage: Stage, actor: Actor, id: number) => unknown,
): Change {
  return { ...ofDocument(leaves, change, newUserId), by: 'admin' };
}

/** Of a user of his own, whatever actor is asked for. */
function factor(
  leaves: readonly string[],
  state: 'off' | 'enrolled' | 'on',
  change: (stage: Stage, actor: Actor, code: () => string) => unknown,
): Change {
  return {
    leaves,
    open: 'to everybody',
    async set(stage) {
      const { office, fresh } = stage;
      const login = fresh('user');
      await office.user(login);
      const actor = await office.session(login);
      let secret = '';
      // A code is good once: each one is of a later time.
      const code = () => {
        office.pass(60_000);
        return totpCode(secret, office.now());
      };
      if (state !== 'off') {
        const enrolment = await office.dms.twoFactor.enrol(actor, 'totp', passwordOf(login));
        if (enrolment.method === 'totp') ({ secret } = enrolment);
      }
      if (state === 'on') await office.dms.twoFactor.confirm(actor, code());
      return () => change(stage, actor, code);
    },
  };
}
