import type { Command } from 'commander';
import { SCOPES, type Scope } from '../../model/people/actor.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withCore } from '../command.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

interface Flags extends CommonFlags {
  readonly login: string;
  readonly name: string;
  readonly scope?: readonly string[];
  readonly expires: string;
}

/** In milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** The command `dms create-token`. */
export function createTokenCommand(): Command {
  return subcommand('create-token', 'create a personal access token and print it; it is not shown again')
    .requiredOption('--login <login>', 'login name of the user that the token belongs to')
    .requiredOption('--name <name>', 'name of the token')
    .option('--scope <scope...>', `what the token allows: ${SCOPES.join(', ')} (default: read write webdav)`)
    .option(
      '--expires <time>',
      'lifetime: hours, days, weeks or years, such as 12h, 90d, 4w, 2y; or "never"',
      '365d',
    )
    .action(async (flags: Flags) => {
      const context = await contextOf(flags);
      const scopes = flags.scope === undefined ? {} : { scopes: flags.scope.flatMap(parseScopes) };
      const expiresAt = parseExpiry(flags.expires);
      const created = await withCore(context, ({ dms }) =>
        dms.tokens.createFor(OPERATOR, flags.login, { name: flags.name, expiresAt, ...scopes }),
      );
      const expires = expiresAt === null ? null : new Date(expiresAt).toISOString();
      context.output.result(
        { id: created.token.id, token: created.secret, expires_at: expires },
        created.secret,
      );
    });
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = SCOPES.find((known) => known === word);
    if (!scope) throw new CommandError(`--scope: "${word}" is not one of ${SCOPES.join(', ')}`, EXIT.usage);
    return scope;
  });
}

function parseExpiry(text: string): number | null {
  if (text === 'never') return null;
  const [, count, unit] = /^([1-9]\d{0,5})([hdwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new CommandError(
      '--expires: must be a lifetime such as 12h, 90d, 4w or 2y, or "never"',
      EXIT.usage,
    );
  }
  return Date.now() + Number(count) * (UNITS[unit] ?? 0);
}
