import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { CommandContext, CommonFlags } from '../command.ts';
import { contextOf, createDirectory, lockDirectory, newerDatabase, subcommand } from '../command.ts';
import { DataDirectory } from '../process/data-directory.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

/** The command `dms migrate`. */
export function migrateCommand(): Command {
  return subcommand('migrate', 'update the database to the schema of this program, after copying it')
    .option('--status', 'only list the steps that are applied and those that are pending')
    .option('--to <step>', 'stop after this migration step')
    .action(async (flags: CommonFlags & { status?: boolean; to?: string }) => {
      const context = await contextOf(flags);
      await (flags.status === true ? printStatus(context) : migrate(context, flags.to));
    });
}

async function printStatus(context: CommandContext): Promise<void> {
  const { output } = context;
  const directory = new DataDirectory(context);
  if (!existsSync(directory.database)) {
    output.result(
      { applied: [], pending: [], unknown: [], database: null },
      `no database in ${directory.path} yet`,
    );
    return;
  }
  const { applied, pending, unknown } = await directory.schema();
  const lines = [
    ...applied.map((name) => `applied  ${name}`),
    ...pending.map((name) => `pending  ${name}`),
    ...unknown.map((name) => `unknown  ${name}`),
  ];
  output.result({ applied, pending, unknown, database: directory.database }, lines.join('\n'));
}

async function migrate(context: CommandContext, to: string | undefined): Promise<void> {
  const { output } = context;
  const directory = createDirectory(context);
  const lock = await lockDirectory(directory);
  try {
    const { applied, pending, unknown } = await directory.schema();
    if (unknown.length > 0) throw newerDatabase(unknown);
    if (to !== undefined && ![...applied, ...pending].includes(to)) {
      throw new CommandError(
        `--to: there is no step "${to}" (the steps are ${[...applied, ...pending].join(', ')})`,
        EXIT.usage,
      );
    }
    const { taken, copy } = await directory.migrate(to);
    if (copy !== undefined) output.note(`the database was copied to ${copy} before the migration`);
    output.result(
      { taken, copy: copy ?? null },
      taken.length === 0 ? 'nothing to do' : `done: ${taken.join(', ')}`,
    );
  } finally {
    lock.release();
  }
}
