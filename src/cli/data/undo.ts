import type { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import type { UndoRequest } from '../../core/undo/undo.ts';
import { type MessageData, textOfMessage } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { printable } from '../../model/text/printable.ts';
import { findFolder } from '../../upkeep/transfer/transfer.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  OPERATOR,
  subcommand,
  withDatabase,
} from '../command.ts';
import type { OpenCore } from '../composition-root.ts';
import { everyPage } from '../every-page.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { pastTime } from '../terminal/past-time.ts';
import { progressDisplay } from '../terminal/progress-display.ts';
import { officePathOf } from './office-path.ts';

interface UndoFlags extends CommonFlags {
  readonly login?: string;
  readonly token?: string;
  readonly ip?: string;
  readonly since?: string;
  readonly until?: string;
  readonly folder?: string;
  readonly force?: boolean;
  readonly undo?: string;
  readonly resume?: string;
  readonly as?: string;
  readonly dryRun?: boolean;
}

/** An entry that was left, or put back under another name. */
interface Left {
  readonly entry_id: number;
  readonly name: string;
  readonly reason: string | null;
}

/** The command `dms undo`. */
export function undoCommand(): Command {
  return subcommand(
    'undo',
    'take back what a user, a token or an address has changed since a time; also while dms serve is running',
  )
    .option('--login <login>', 'the changes of this user')
    .option('--token <id>', 'only those with this token')
    .option('--ip <address>', 'only those from this address; without --login, of all users')
    .option('--since <time>', 'since this time: 2h (two hours ago), 2026-11-21, or "2026-11-21 09:00"')
    .option('--until <time>', 'up to this time (default: now)')
    .option('--folder <folder>', 'only in this folder: /Office or anna:/Contracts')
    .option('--force', 'also entries that others have changed since')
    .option('--undo <id>', 'take back this undo instead')
    .option('--resume <id>', 'continue an undo that was interrupted')
    .option('--as <login>', 'act as this administrator (default: the first one)')
    .option('--dry-run', 'only say what would be done')
    .action(async (flags: UndoFlags) => {
      const context = await contextOf(flags);
      await withDatabase(context, (core) => undo(context, core, flags));
    });
}

async function undo(context: CommandContext, core: OpenCore, flags: UndoFlags): Promise<void> {
  const { dms } = core;
  const actor = administrator(dms, flags.as);
  if (flags.resume !== undefined) {
    await finish(context, dms, actor, idOf('--resume', flags.resume));
    return;
  }
  const request = requestOf(core, flags);
  if (flags.dryRun === true) {
    const { entries, ...counts } = await dms.undos.preview(actor, request);
    const left = entries.map(({ entryId, name, reason }) => leftOf(entryId, name, reason));
    const lines = left.map(({ name, reason }) =>
      printable(reason === null ? `would put back: ${name}` : lineOf(name, reason)),
    );
    const summary = `would put back ${countText(counts.reverted, 'entry', 'entries')}, and leave ${counts.skipped}`;
    context.output.result({ ...counts, dry_run: true, entries: left }, [...lines, summary].join('\n'));
    return;
  }
  const { id } = await dms.undos.begin(actor, request);
  await finish(context, dms, actor, id);
}

async function finish(context: CommandContext, dms: Dms, actor: UserActor, id: number): Promise<void> {
  const { report, end } = progressDisplay(context);
  const sayHowToResume = (): void =>
    context.output.note(`the undo was interrupted; continue it with "dms undo --resume ${id}"`);
  const stopListening = onInterruption(() => {
    end();
    sayHowToResume();
  });
  const show = ({ total, reverted, skipped }: { total: number; reverted: number; skipped: number }) =>
    report({ step: 'undo', done: reverted + skipped, total, unit: 'entries' });
  const { total, reverted, skipped } = await dms.undos
    .run(id, show)
    .catch((error: unknown) => {
      sayHowToResume();
      throw error;
    })
    .finally(() => {
      stopListening();
      end();
    });
  const left = everyPage((page) => dms.undos.notes(actor, id, page)).map(({ entryId, name, reason }) =>
    leftOf(entryId, name, reason),
  );
  const lines = left.map(({ name, reason }) => printable(lineOf(name, reason ?? '')));
  const summary = `undo ${id}: put back ${countText(reverted, 'entry', 'entries')}, left ${skipped}; take it back with "dms undo --undo ${id}"`;
  context.output.result({ id, total, reverted, skipped, notes: left }, [...lines, summary].join('\n'));
}

/** Calls `tell` before SIGINT or SIGTERM ends the process. @returns stops listening */
function onInterruption(tell: () => void): () => void {
  const names = ['SIGTERM', 'SIGINT'] as const;
  const take = (signal: NodeJS.Signals): void => {
    stop();
    tell();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const name of names) process.off(name, take);
  };
  for (const name of names) process.on(name, take);
  return stop;
}

function requestOf(core: OpenCore, flags: UndoFlags): UndoRequest {
  const { login, token, ip, since, until, folder, force } = flags;
  if (flags.undo !== undefined) {
    const others = [login, token, ip, since, until, folder, force].some((value) => value !== undefined);
    if (others) throw new CommandError('--undo: must not be used together with other conditions', EXIT.usage);
    return { kind: 'undo', undoId: idOf('--undo', flags.undo) };
  }
  if (login === undefined && ip === undefined)
    throw new CommandError('name --login, --ip or --undo', EXIT.usage);
  if (since === undefined) throw new CommandError('--since: is required', EXIT.usage);
  const now = Date.now();
  return {
    kind: 'changes',
    login,
    tokenId: token === undefined ? undefined : idOf('--token', token),
    ip,
    since: pastTime('--since', since, now),
    until: until === undefined ? undefined : pastTime('--until', until, now),
    folderId: folder === undefined ? undefined : findFolder(core, officePathOf(folder)),
    isForced: force === true,
  };
}

/** The administrator in whose name changes are taken back. @throws {CommandError} if there is none */
function administrator(dms: Dms, login: string | undefined): UserActor {
  const users = everyPage((page) => dms.users.list(OPERATOR, page));
  const name = login ?? users.find(({ isAdmin, isDisabled }) => isAdmin && !isDisabled)?.login;
  if (name === undefined)
    throw new CommandError('there is no administrator; create one with "dms create-admin"');
  const actor = dms.users.actingAs(OPERATOR, name);
  if (!actor.isAdmin) throw new CommandError(`--as: "${name}" is not an administrator`, EXIT.usage);
  return actor;
}

function idOf(option: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandError(`${option}: must be an id, a number`, EXIT.usage);
}

function leftOf(entryId: number, name: string, reason: MessageData | null): Left {
  return { entry_id: entryId, name, reason: reason && textOfMessage(reason) };
}

function lineOf(name: string, reason: string): string {
  return `left: ${name}: ${reason}`;
}
