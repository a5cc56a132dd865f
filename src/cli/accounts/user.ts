import { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import type { User, UserRecord } from '../../model/people/user.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  OPERATOR,
  subcommand,
  withDatabase,
} from '../command.ts';
import { everyPage } from '../every-page.ts';
import { CommandError } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';
import { type PasswordFlags, randomPassword, readPassword, withPassword } from './password-source.ts';

/** Result of a change to an account. */
interface Outcome {
  readonly outcome: string;
  /** The generated password. It is not shown again. */
  readonly password?: string;
}

type AccountChange = (dms: Dms, user: User) => Promise<Outcome>;

/** The command `dms user`. */
export function userCommand(): Command {
  return new Command('user')
    .description('list, add, disable and enable accounts, and set passwords; also while dms serve is running')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(setPasswordCommand())
    .addCommand(
      changeCommand(
        'disable',
        'disable an account: its sessions end, its password and tokens are refused',
        (dms, { id }) => updateUser(dms, id, { isDisabled: true }, 'disabled'),
      ),
    )
    .addCommand(
      changeCommand('enable', 'enable a disabled account again', (dms, { id }) =>
        updateUser(dms, id, { isDisabled: false }, 'enabled'),
      ),
    )
    .addCommand(
      changeCommand(
        '2fa-off',
        'switch off two-factor sign-in for a user who lost their device; keeps the password',
        async (dms, { id }) => ({
          outcome: (await dms.twoFactor.switchOff(OPERATOR, id))
            ? 'two-factor sign-in is off now'
            : 'two-factor sign-in was off already',
        }),
      ),
    );
}

function listCommand(): Command {
  return subcommand('list', 'list the accounts').action(async (flags: CommonFlags) => {
    const context = await contextOf(flags);
    const users = await withDatabase(context, ({ dms }) =>
      Promise.resolve(everyPage((page) => dms.users.list(OPERATOR, page))),
    );
    const text = users.length === 0 ? 'there are no users' : table([HEADER, ...users.map(rowOf)]);
    context.output.result({ users: users.map(userJson) }, text);
  });
}

interface AddFlags extends CommonFlags, PasswordFlags {
  readonly email: string;
  readonly name?: string;
}

function addCommand(): Command {
  return withPassword(withLogin('add', 'add an account (for an administrator, use dms create-admin)'))
    .requiredOption('--email <address>', 'e-mail address')
    .option('--name <name>', 'display name (default: the login name)')
    .action(async (login: string, flags: AddFlags) => {
      // Read before root drops its privileges: the file may be readable for root only.
      const given = await readPassword(flags);
      const context = await contextOf(flags);
      const { email, name = login } = flags;
      const password = given ?? randomPassword();
      const { id } = await withDatabase(context, ({ dms }) =>
        dms.users.create(OPERATOR, { login, name, email, password, isAdmin: false }),
      );
      print(context, { id, login, outcome: 'added', ...(given === undefined ? { password } : {}) });
    });
}

function setPasswordCommand(): Command {
  return withPassword(
    withLogin('set-password', 'set a new password for a user, end their sessions and revoke their tokens'),
  )
    .option('--keep-tokens', 'keep the tokens of the user valid')
    .action(async (login: string, flags: CommonFlags & PasswordFlags & { readonly keepTokens?: boolean }) => {
      const given = await readPassword(flags);
      await changeAccount(flags, login, async (dms, { id }) => {
        const password = given ?? randomPassword();
        const { keepTokens = false } = flags;
        const outcome = await updateUser(dms, id, { password, keepTokens }, 'password set');
        return given === undefined ? { ...outcome, password } : outcome;
      });
    });
}

function changeCommand(name: string, description: string, change: AccountChange): Command {
  return withLogin(name, description).action((login: string, flags: CommonFlags) =>
    changeAccount(flags, login, change),
  );
}

function withLogin(name: string, description: string): Command {
  return subcommand(name, description).argument('<login>', 'login name of the user');
}

async function changeAccount(flags: CommonFlags, login: string, change: AccountChange): Promise<void> {
  const context = await contextOf(flags);
  const result = await withDatabase(context, async ({ dms }) => {
    const user = dms.users.findByLogin(OPERATOR, login);
    if (!user) throw new CommandError(`there is no user "${login}"`);
    return { id: user.id, login: user.login, ...(await change(dms, user)) };
  });
  print(context, result);
}

function print({ output }: CommandContext, result: Outcome & Pick<User, 'id' | 'login'>): void {
  const shown = result.password === undefined ? '' : `\npassword: ${result.password}`;
  output.result(result, `${result.login}: ${result.outcome}${shown}`);
}

async function updateUser(
  dms: Dms,
  id: number,
  changes: { readonly password?: string; readonly keepTokens?: boolean; readonly isDisabled?: boolean },
  outcome: string,
): Promise<Outcome> {
  await dms.users.update(OPERATOR, id, changes);
  return { outcome };
}

function userJson(user: UserRecord) {
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    is_admin: user.isAdmin,
    is_disabled: user.isDisabled,
    two_factor: user.twoFactor,
    language: user.language,
    quota_bytes: user.quotaBytes,
    used_bytes: user.used.bytes,
    used_entries: user.used.entries,
    created_at: new Date(user.createdAt).toISOString(),
    last_login_at: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
  };
}

const HEADER = ['ID', 'LOGIN', 'NAME', 'EMAIL', 'ROLE', 'STATE', '2FA', 'USED', 'ENTRIES', 'LAST SIGN-IN'];

function rowOf(user: UserRecord): string[] {
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
    String(user.used.bytes),
    String(user.used.entries),
    lastLogin ?? 'never',
  ];
}
