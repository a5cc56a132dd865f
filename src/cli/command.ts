import { Command } from 'commander';
import { loadConfig } from '../config/loader.ts';
import type { Config } from '../config/schema.ts';
import { createLogger, type Logger } from '../log.ts';
import type { SystemActor } from '../model/actor.ts';
import { DataDirectory, type OpenCore, openCore } from './compose.ts';
import { CommandError, EXIT, Output } from './output.ts';

/**
 * Flags of the subcommands: every subcommand takes them, except `host` and `port`, which only `serve` takes.
 */
export interface CommonFlags {
  readonly config?: string;
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What a subcommand works with. */
export interface CommandContext {
  readonly config: Config;
  readonly output: Output;
  readonly log: Logger;
}

/** The actor of all changes that the command line makes. */
export const OPERATOR: SystemActor = { kind: 'system', name: 'command line' };

/** A new subcommand with the flags that all subcommands take. */
export function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'the configuration file (default: ./config.yaml, else /etc/dms/config.yaml)')
    .option('--data-dir <dir>', 'the data directory (default: ./data)')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print only the result and errors')
    .allowExcessArguments(false);
}

/** Loads the configuration; the flags override the other sources. @throws {ConfigError} */
export function contextOf(flags: CommonFlags): CommandContext {
  const config = loadConfig({
    file: flags.config,
    flags: { '--data-dir': flags.dataDir, '--host': flags.host, '--port': flags.port },
  });
  return {
    config,
    output: new Output({ json: flags.json === true, quiet: flags.quiet === true }),
    log: createLogger(config.log),
  };
}

/**
 * Runs `work` with an open core. `dms serve` may be running at the same time. Without a database, the data
 * directory and the database are created. A database that needs a migration is left unchanged.
 * @throws {CommandError} if the database needs `dms migrate`, or is newer than this program
 */
export async function withCore<T>(context: CommandContext, work: (core: OpenCore) => Promise<T>): Promise<T> {
  const directory = new DataDirectory(context.config);
  if (directory.hasDatabase()) await assertCurrent(directory);
  else {
    directory.create();
    await directory.migrate();
    context.output.note(`created the data directory ${directory.path}`);
  }
  const core = openCore(context.config, context.log);
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

/**
 * Like {@link withCore}, but creates nothing.
 * @throws {CommandError} as withCore, and if there is no database
 */
export async function withDatabase<T>(
  context: CommandContext,
  work: (core: OpenCore) => Promise<T>,
): Promise<T> {
  const directory = new DataDirectory(context.config);
  if (!directory.hasDatabase()) throw new CommandError(`there is no database in ${directory.path}`);
  return withCore(context, work);
}

async function assertCurrent(directory: DataDirectory): Promise<void> {
  const { pending, unknown } = await directory.schema();
  if (unknown.length > 0) throw newerDatabase(unknown);
  if (pending.length > 0)
    throw new CommandError(`the database needs the migration steps ${pending.join(', ')}: run "dms migrate"`);
}

/**
 * The error for a database with steps that this program does not know. Writing to it could lose data of the
 * later release.
 * @param unknown names of these steps
 */
export function newerDatabase(unknown: readonly string[]): CommandError {
  return new CommandError(
    `the database is newer than this program (it has ${unknown.join(', ')}): ` +
      'install the release that created it',
  );
}

/** The error if another `dms serve` uses the data directory; exit code 75. */
export function inUse(directory: DataDirectory): CommandError {
  return new CommandError(`${directory.path} is in use by another dms serve`, EXIT.inUse);
}
