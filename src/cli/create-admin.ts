import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { Dms } from '../core/dms.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  OPERATOR,
  subcommand,
  withCore,
} from './command.ts';
import { CommandError } from './output.ts';
import { type PasswordFlags, readPassword } from './password-source.ts';

interface Flags extends CommonFlags, PasswordFlags {
  readonly login: string;
  readonly name?: string;
  readonly email?: string;
  readonly update?: boolean;
}

/** `dms create-admin` */
export function createAdminCommand(): Command {
  return subcommand('create-admin', 'make an administrator')
    .requiredOption('--login <login>', 'what he signs in with')
    .option('--name <name>', 'his name (default: the login)')
    .option('--email <address>', 'his e-mail address')
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file')
    .option('--update', 'if the login exists, make that user an administrator with this password')
    .addHelpText(
      'after',
      '\nThe password may also come in DMS_ADMIN_PASSWORD. Without any, one is made and printed once.',
    )
    .action(async (flags: Flags) => {
      const context = contextOf(flags);
      const given = await readPassword(flags);
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
  const password = given ?? randomBytes(15).toString('base64url');
  const existing = dms.users.findByLogin(OPERATOR, login);
  if (existing && flags.update !== true) {
    throw new CommandError(
      `there is a user "${login}" already; --update makes him an administrator with this password`,
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
        email: flags.email ?? required('--email'),
        password,
        isAdmin: true,
      });
  const verb = existing ? 'updated' : 'created';
  const shown = given === undefined ? { password } : {};
  const text = `${verb} the administrator "${login}"${given === undefined ? `\npassword: ${password}` : ''}`;
  output.result({ id, login, outcome: verb, ...shown }, text);
}

function required(flag: string): never {
  throw new CommandError(`${flag} is needed for a new user`, 2);
}
