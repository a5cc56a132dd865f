import type { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  OPERATOR,
  subcommand,
  withCore,
} from '../command.ts';
import { CommandError } from '../terminal/output.ts';
import { type PasswordFlags, randomPassword, readPassword, withPassword } from './password-source.ts';

interface Flags extends CommonFlags, PasswordFlags {
  readonly login: string;
  readonly name?: string;
  readonly email?: string;
  readonly update?: boolean;
}

/** The command `dms create-admin`. */
export function createAdminCommand(): Command {
  return withPassword(subcommand('create-admin', 'create an administrator'))
    .requiredOption('--login <login>', 'login name')
    .option('--name <name>', 'display name (default: the login name)')
    .option('--email <address>', 'e-mail address; required for a new user')
    .option('--update', 'if the user exists, enable them and make them an administrator with this password')
    .action(async (flags: Flags) => {
      // Read before root drops its privileges: the file may be readable for root only.
      const given = await readPassword(flags);
      const context = await contextOf(flags);
      await withCore(context, ({ dms }) => createAdmin(context, dms, flags, given));
    });
}

async function createAdmin(
  { output }: CommandContext,
  dms: Dms,
  flags: Flags,
  given: string | undefined,
): Promise<void> {
  const { login } = flags;
  const password = given ?? randomPassword();
  const existing = dms.users.findByLogin(OPERATOR, login);
  if (existing && flags.update !== true) {
    throw new CommandError(
      `the user "${login}" already exists; use --update to make them an administrator with this password`,
    );
  }
  const { id } = existing
    ? await dms.users.update(OPERATOR, existing.id, {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.email === undefined ? {} : { email: flags.email }),
        password,
        isAdmin: true,
        isDisabled: false,
      })
    : await dms.users.create(OPERATOR, {
        login,
        name: flags.name ?? login,
        email: flags.email ?? missingFlag('--email'),
        password,
        isAdmin: true,
      });
  const outcome = existing ? 'updated' : 'created';
  const text = `${outcome} the administrator "${login}"`;
  if (given !== undefined) output.result({ id, login, outcome }, text);
  else output.result({ id, login, outcome, password }, `${text}\npassword: ${password}`);
}

function missingFlag(flag: string): never {
  throw new CommandError(`${flag} is required for a new user`, 2);
}
