import { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import { type HeldLock, ownerText } from '../../model/entries/lock.ts';
import { printable } from '../../model/text/printable.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withDatabase } from '../command.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';

interface BreakFlags extends CommonFlags {
  readonly user?: string;
  readonly all?: boolean;
}

/** Locks to end. */
type Selection = { readonly id: number } | { readonly path: string } | { readonly login: string } | 'all';

/** The command `dms lock`. */
export function lockCommand(): Command {
  return new Command('lock')
    .description('list and end the locks that programs hold on documents and folders')
    .addCommand(listCommand())
    .addCommand(breakCommand());
}

function listCommand(): Command {
  return subcommand('list', 'list the locks: locked entry, holder, start and end').action(
    async (flags: CommonFlags) => {
      const context = await contextOf(flags);
      const locks = await withDatabase(context, ({ dms }) => Promise.resolve(dms.lockAdmin.list(OPERATOR)));
      const text = locks.length === 0 ? 'nothing is locked' : table([HEADER, ...locks.map(rowOf)]);
      context.output.result({ locks: locks.map(lockJson) }, text);
    },
  );
}

function breakCommand(): Command {
  return subcommand('break', 'end locks that a program left behind; also while dms serve is running')
    .argument(
      '[path-or-id]',
      'the locked entry: /Office/plan.txt, anna:/plan.txt (in the home of anna), or its id',
    )
    .option('--user <login>', 'end all locks of this user')
    .option('--all', 'end all locks')
    .action(async (target: string | undefined, flags: BreakFlags) => {
      const selection = selectionOf(target, flags);
      const context = await contextOf(flags);
      const ended = await withDatabase(context, ({ dms }) => breakLocks(dms, selection));
      const lines = ended.map((lock) => printable(`ended the lock of ${lock.userLogin} on ${lock.path}`));
      context.output.result({ broken: ended.map(lockJson) }, lines.join('\n') || 'nothing was locked');
    });
}

function selectionOf(target: string | undefined, { user, all }: BreakFlags): Selection {
  const given = [target, user, all].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new CommandError('name exactly one of: a path or an id, --user, --all', EXIT.usage);
  if (user !== undefined) return { login: user };
  if (target === undefined) return 'all';
  if (/^\d{1,15}$/.test(target)) return { id: Number(target) };
  if (/^([^/:]+:)?\//.test(target)) return { path: target.normalize().replace(/(?<=[^:])\/+$/, '') };
  throw new CommandError(
    `"${target}" is neither an id nor a path such as /Office/plan.txt or anna:/plan.txt`,
    EXIT.usage,
  );
}

async function breakLocks(dms: Dms, selection: Selection): Promise<readonly HeldLock[]> {
  if (selection === 'all') return dms.lockAdmin.break(OPERATOR, () => true);
  if ('login' in selection) {
    const user = dms.users.findByLogin(OPERATOR, selection.login);
    if (!user) throw new CommandError(`there is no user "${selection.login}"`);
    return dms.lockAdmin.break(OPERATOR, (lock) => lock.userId === user.id);
  }
  const isSelected = (lock: HeldLock): boolean =>
    'id' in selection ? lock.entryId === selection.id : lock.path.normalize() === selection.path;
  const ended = await dms.lockAdmin.break(OPERATOR, isSelected);
  if (ended.length === 0) throw notLocked(dms, selection);
  return ended;
}

function notLocked(dms: Dms, selection: { readonly id: number } | { readonly path: string }): CommandError {
  if ('id' in selection) return new CommandError(`there is no lock on ${String(selection.id)} itself`);
  const above = dms.lockAdmin
    .list(OPERATOR)
    .find(
      ({ depth, path }) => depth === 'infinity' && selection.path.startsWith(`${path.replace(/\/$/, '')}/`),
    );
  const hint = above === undefined ? '' : `; the lock on ${above.path} covers it`;
  return new CommandError(`there is no lock on ${selection.path} itself${hint}`);
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

/** @returns ISO 8601 times; `since` is when the lock was created or last refreshed */
function timesOf({ expiresAt, timeoutSeconds }: HeldLock): { since: string; until: string } {
  return {
    since: new Date(expiresAt - timeoutSeconds * 1000).toISOString(),
    until: new Date(expiresAt).toISOString(),
  };
}

const HEADER = ['ID', 'PATH', 'HOLDER', 'SCOPE', 'DEPTH', 'SINCE', 'UNTIL', 'OWNER'];

/** Maximum number of characters of `DAV:owner` in the table. Programs can set a text of any length. */
const OWNER_LENGTH = 60;

function rowOf(lock: HeldLock): string[] {
  const { since, until } = timesOf(lock);
  const owner = ownerText(lock.ownerXml);
  const shown = owner.length > OWNER_LENGTH ? `${owner.slice(0, OWNER_LENGTH)}…` : owner;
  return [String(lock.entryId), lock.path, lock.userLogin, lock.scope, lock.depth, since, until, shown];
}
