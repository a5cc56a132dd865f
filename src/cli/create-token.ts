import type { Command } from 'commander';
import { SCOPES, type Scope } from '../model/actor.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withCore } from './command.ts';
import { CommandError, EXIT } from './output.ts';

interface Flags extends CommonFlags {
  readonly login: string;
  readonly name: string;
  readonly scope?: readonly string[];
  readonly expires: string;
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** `dms create-token` */
export function createTokenCommand(): Command {
  return subcommand('create-token', 'make a personal access token and print it, once')
    .requiredOption('--login <login>', 'whose token it is')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scope <scope...>', `what it is good for: ${SCOPES.join(', ')} (default: read write webdav)`)
    .option('--expires <time>', 'how long it is good, such as 12h, 90d, 2y, or "never"', '365d')
    .action(async (flags: Flags) => {
      const context = contextOf(flags);
      const scopes = flags.scope === undefined ? {} : { scopes: flags.scope.flatMap(parseScopes) };
      const expiresAt = parseExpiry(flags.expires);
      const made = await withCore(context, ({ dms }) =>
        dms.tokens.createFor(OPERATOR, flags.login, { name: flags.name, expiresAt, ...scopes }),
      );
      const expires = expiresAt === null ? null : new Date(expiresAt).toISOString();
      context.output.result({ id: made.token.id, token: made.secret, expires_at: expires }, made.secret);
    });
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = SCOPES.find((known) => known === word);
    if (!scope) throw new CommandError(`--scope: "${word}" is none of ${SCOPES.join(', ')}`, EXIT.usage);
    return scope;
  });
}

function parseExpiry(text: string): number | null {
  if (text === 'never') return null;
  const [, count, unit] = /^([1-9]\d{0,5})([hdwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new CommandError('--expires: must be like 12h, 90d, 4w, 2y, or never', EXIT.usage);
  }
  return Date.now() + Number(count) * (UNITS[unit] ?? 0);
}
