import { Command } from 'commander';
import { loadConfig } from '../config/loader.ts';
import type { Config } from '../config/schema.ts';
import { createLogger, type Logger } from '../log.ts';
import type { SystemActor } from '../model/actor.ts';
import { DataDirectory, type OpenCore, openCore } from './compose.ts';
import { CommandError, EXIT, Output } from './output.ts';

/** Flags that every subcommand takes. */
export interface CommonFlags {
  readonly config?: string;
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What the work of a subcommand is handed. */
export interface CommandContext {
  readonly config: Config;
  readonly output: Output;
  readonly log: Logger;
}

/** As whom the command line acts. */
export const OPERATOR: SystemActor = { kind: 'system', name: 'command line' };

/** A subcommand with the flags that all have. */
export function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'the configuration file (default: ./config.yaml, else /etc/dms/config.yaml)')
    .option('--data-dir <dir>', 'where everything is kept (default: ./data)')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but the result and errors')
    .allowExcessArguments(false);
}

/** Reads the configuration that the flags lead to. @throws {ConfigError} */
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
 * Does `work` with the core beside a service that may be running. A data directory that is new is made ready; one that
 * waits for a migration is left alone.
 */
export async function withCore<T>(context: CommandContext, work: (core: OpenCore) => Promise<T>): Promise<T> {
  const directory = new DataDirectory(context.config);
  if (directory.hasDatabase()) await assertCurrent(directory);
  else {
    directory.create();
    await directory.migrate();
    context.output.note(`made the data directory ${directory.path}`);
  }
  const core = openCore(context.config, context.log);
  try {
    return await work(core);
  } finally {
    core.close();
  }
}

/** As {@link withCore}, with a database that is there already. @throws {CommandError} */
export async function withDatabase<T>(
  context: CommandContext,
  work: (core: OpenCore) => Promise<T>,
): Promise<T> {
  const directory = new DataDirectory(context.config);
  if (!directory.hasDatabase()) throw new CommandError(`there is no database in ${directory.path}`);
  return withCore(context, work);
}

/** @throws {CommandError} when the database waits for `dms migrate`, or is newer than this program */
async function assertCurrent(directory: DataDirectory): Promise<void> {
  const { pending, unknown } = await directory.schema();
  if (unknown.length > 0) throw newerDatabase(unknown);
  if (pending.length > 0)
    throw new CommandError(`the database waits for ${pending.join(', ')}: run "dms migrate"`);
}

/** The database was made by a later release: writing to it could lose what we do not know of. */
export function newerDatabase(unknown: readonly string[]): CommandError {
  return new CommandError(
    `the database is newer than this program (it has ${unknown.join(', ')}): install the release that made it`,
  );
}

/** Another process has the data directory. */
export function inUse(directory: DataDirectory): CommandError {
  return new CommandError(`${directory.path} is in use by another dms serve`, EXIT.inUse);
}
