import { Command } from 'commander';
import type { Dms } from '../core/dms.ts';
import { type HeldLock, ownerText } from '../model/lock.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withDatabase } from './command.ts';
import { CommandError, EXIT } from './output.ts';
import { table } from './table.ts';

interface BreakFlags extends CommonFlags {
  readonly user?: string;
  readonly all?: boolean;
}

/** Which locks are to be ended. */
type Choice = { readonly id: number } | { readonly path: string } | { readonly login: string } | 'all';

/** `dms lock` */
export function lockCommand(): Command {
  return new Command('lock')
    .description('look at the locks that programs hold on documents and folders, and end them')
    .addCommand(listCommand())
    .addCommand(breakCommand());
}

function listCommand(): Command {
  return subcommand('list', 'list what is locked, by whom and until when').action(
    async (flags: CommonFlags) => {
      const context = contextOf(flags);
      const locks = await withDatabase(context, ({ dms }) => Promise.resolve(dms.lockAdmin.list(OPERATOR)));
      const text = locks.length === 0 ? 'nothing is locked' : table([HEAD, ...locks.map(rowOf)]);
      context.output.result({ locks: locks.map(lockJson) }, text);
    },
  );
}

function breakCommand(): Command {
  return subcommand('break', 'end locks whose tokens got lost, beside a running service too')
    .argument(
      '[path-or-id]',
      'what is locked: /Office/plan.txt, anna:/plan.txt in the home of anna, or its id',
    )
    .option('--user <login>', 'all locks of this user')
    .option('--all', 'all locks there are')
    .action(async (target: string | undefined, flags: BreakFlags) => {
      const choice = choiceOf(target, flags);
      const context = contextOf(flags);
      const broken = await withDatabase(context, ({ dms }) => breakLocks(dms, choice));
      const lines = broken.map((lock) => `ended the lock of ${lock.userLogin} on ${lock.path}`);
      context.output.result({ broken: broken.map(lockJson) }, lines.join('\n') || 'nothing was locked');
    });
}

function choiceOf(target: string | undefined, { user, all }: BreakFlags): Choice {
  const given = [target, user, all].filter((one) => one !== undefined);
  if (given.length !== 1) throw new CommandError('say one of: a path or an id, --user, --all', EXIT.usage);
  if (user !== undefined) return { login: user };
  if (target === undefined) return 'all';
  if (/^\d{1,15}$/.test(target)) return { id: Number(target) };
  if (/^([^/:]+:)?\//.test(target)) return { path: target.normalize().replace(/(?<=[^:])\/+$/, '') };
  throw new CommandError(
    `"${target}" is neither an id nor a path such as /Office/plan.txt or anna:/plan.txt`,
    EXIT.usage,
  );
}

async function breakLocks(dms: Dms, choice: Choice): Promise<readonly HeldLock[]> {
  if (choice === 'all') return dms.lockAdmin.break(OPERATOR, () => true);
  if ('login' in choice) {
    const user = dms.users.findByLogin(OPERATOR, choice.login);
    if (!user) throw new CommandError(`there is no user "${choice.login}"`);
    return dms.lockAdmin.break(OPERATOR, (lock) => lock.userId === user.id);
  }
  const isMeant = (lock: HeldLock): boolean =>
    'id' in choice ? lock.entryId === choice.id : lock.path.normalize() === choice.path;
  const broken = await dms.lockAdmin.break(OPERATOR, isMeant);
  if (broken.length === 0) throw notLocked(dms, choice);
  return broken;
}

function notLocked(dms: Dms, choice: { readonly id: number } | { readonly path: string }): CommandError {
  if ('id' in choice) return new CommandError(`nothing locks ${String(choice.id)} itself`);
  const above = dms.lockAdmin
    .list(OPERATOR)
    .find(({ depth, path }) => depth === 'infinity' && choice.path.startsWith(`${path.replace(/\/$/, '')}/`));
  const hint = above === undefined ? '' : `; the lock on ${above.path} covers it`;
  return new CommandError(`nothing locks ${choice.path} itself${hint}`);
}

function lockJson(lock: HeldLock) {
  return {
    id: lock.entryId,
    type: lock.kind,
    path: lock.path,
    holder: { id: lock.userId, login: lock.userLogin, name: lock.userName },
    scope: lock.scope,
    depth: lock.depth,
    ...timesOf(lock),
    owner: ownerText(lock.ownerXml),
  };
}

/** `since`: taken, or refreshed last. */
function timesOf({ expiresAt, timeoutSeconds }: HeldLock): { since: string; until: string } {
  return {
    since: new Date(expiresAt - timeoutSeconds * 1000).toISOString(),
    until: new Date(expiresAt).toISOString(),
  };
}

const HEAD = ['ID', 'PATH', 'HOLDER', 'SCOPE', 'DEPTH', 'SINCE', 'UNTIL', 'OWNER'];

/** Programs may say as much as they like about themselves. */
const OWNER_LENGTH = 60;

function rowOf(lock: HeldLock): string[] {
  const { since, until } = timesOf(lock);
  const owner = ownerText(lock.ownerXml);
  const shown = owner.length > OWNER_LENGTH ? `${owner.slice(0, OWNER_LENGTH)}…` : owner;
  return [String(lock.entryId), lock.path, lock.userLogin, lock.scope, lock.depth, since, until, shown];
}
