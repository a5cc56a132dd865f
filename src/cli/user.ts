import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { Dms } from '../core/dms.ts';
import type { User } from '../model/user.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withDatabase } from './command.ts';
import { CommandError } from './output.ts';
import { type PasswordFlags, readPassword } from './password-source.ts';
import { table } from './table.ts';

/** What became of an account, for the person who asked for it. */
interface Outcome {
  readonly outcome: string;
  /** A password that was made, to be shown once. */
  readonly password?: string;
}

type Work = (dms: Dms, user: User) => Promise<Outcome>;

const PAGE = 200;

/** `dms user` */
export function userCommand(): Command {
  return new Command('user')
    .description(
      'look at the accounts, and let their users in or keep them out; beside a running service too',
    )
    .addCommand(listCommand())
    .addCommand(setPasswordCommand())
    .addCommand(
      change('disable', 'keep a user out: sessions, tokens and password are good no longer', (dms, { id }) =>
        updated(dms, id, { isDisabled: true }, 'disabled'),
      ),
    )
    .addCommand(
      change('enable', 'let a disabled user in again', (dms, { id }) =>
        updated(dms, id, { isDisabled: false }, 'enabled'),
      ),
    )
    .addCommand(
      change(
        '2fa-off',
        'switch the second factor off, for who has lost it; the password stays',
        async (dms, { id }) => ({
          outcome: (await dms.twoFactor.switchOff(OPERATOR, id)) ? 'switched off' : 'was off already',
        }),
      ),
    );
}

function listCommand(): Command {
  return subcommand('list', 'list the accounts').action(async (flags: CommonFlags) => {
    const context = contextOf(flags);
    const users = await withDatabase(context, ({ dms }) => Promise.resolve(allOf(dms)));
    const text = users.length === 0 ? 'there are no users' : table([HEAD, ...users.map(rowOf)]);
    context.output.result({ users: users.map(userJson) }, text);
  });
}

function setPasswordCommand(): Command {
  return withLogin('set-password', 'give a user a new password; it ends his sessions')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file')
    .addHelpText(
      'after',
      '\nThe password may also come in DMS_ADMIN_PASSWORD. Without any, one is made and printed once.',
    )
    .action(async (login: string, flags: CommonFlags & PasswordFlags) => {
      const given = await readPassword(flags);
      await carryOut(flags, login, async (dms, { id }) => {
        const password = given ?? randomBytes(15).toString('base64url');
        const done = await updated(dms, id, { password }, 'password set');
        return given === undefined ? { ...done, password } : done;
      });
    });
}

function change(name: string, description: string, work: Work): Command {
  return withLogin(name, description).action((login: string, flags: CommonFlags) =>
    carryOut(flags, login, work),
  );
}

function withLogin(name: string, description: string): Command {
  return subcommand(name, description).argument('<login>', 'whose account it is');
}

async function carryOut(flags: CommonFlags, login: string, work: Work): Promise<void> {
  const context = contextOf(flags);
  const result = await withDatabase(context, async ({ dms }) => {
    const user = dms.users.findByLogin(OPERATOR, login);
    if (!user) throw new CommandError(`there is no user "${login}"`);
    return { id: user.id, login: user.login, ...(await work(dms, user)) };
  });
  const shown = result.password === undefined ? '' : `\npassword: ${result.password}`;
  context.output.result(result, `${result.login}: ${result.outcome}${shown}`);
}

async function updated(
  dms: Dms,
  id: number,
  changes: { readonly password?: string; readonly isDisabled?: boolean },
  outcome: string,
): Promise<Outcome> {
  await dms.users.update(OPERATOR, id, changes);
  return { outcome };
}

function allOf(dms: Dms): readonly User[] {
  const { items, total } = dms.users.list(OPERATOR, { page: 1, perPage: PAGE });
  const pages = Math.ceil(total / PAGE);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    dms.users.list(OPERATOR, { page: index + 2, perPage: PAGE }),
  );
  return [...items, ...others.flatMap((page) => page.items)];
}

function userJson(user: User) {
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    is_admin: user.isAdmin,
    is_disabled: user.isDisabled,
    two_factor: user.twoFactor,
    quota_bytes: user.quotaBytes,
    used_bytes: user.usedBytes,
    created_at: new Date(user.createdAt).toISOString(),
    last_login_at: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
  };
}

const HEAD = ['ID', 'LOGIN', 'NAME', 'EMAIL', 'ROLE', 'STATE', '2FA', 'USED', 'LAST SIGN-IN'];

function rowOf(user: User): string[] {
  const { id, login, name, email, last_login_at: lastLogin } = userJson(user);
  const role = user.isAdmin ? 'admin' : 'user';
  const state = user.isDisabled ? 'disabled' : 'enabled';
  return [
    String(id),
    login,
    name,
    email,
    role,
    state,
    user.twoFactor,
    String(user.usedBytes),
    lastLogin ?? 'never',
  ];
}
