import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { strayVariables } from '../config/environment.ts';
import { type ConfigSources, loadConfig } from '../config/loader.ts';
import type { Config } from '../config/schema.ts';
import { createLogger, type Logger, loadLineFormat } from '../log.ts';
import type { SystemActor } from '../model/people/actor.ts';
import { setNativeDirectories } from '../program/native.ts';
import { type Incoming, type OpenCore, openCore } from './composition-root.ts';
import { actAsOwner } from './process/act-as-owner.ts';
import { DataDirectory, type HeldDirectory } from './process/data-directory.ts';
import { refuseOthers, requireDatabase } from './process/owner.ts';
import { CommandError, EXIT, Output } from './terminal/output.ts';

/**
 * Flags of the subcommands. All subcommands accept them, except `host` and `port` (only `serve`), and `keep` (only
 * `backup`).
 */
export interface CommonFlags {
  readonly config?: string;
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: string;
  readonly keep?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Context of a subcommand. */
export interface CommandContext {
  readonly config: Config;
  readonly output: Output;
  readonly log: Logger;
  /** Value of `--config`. */
  readonly configFile: string | undefined;
}

const LOCK_POLL_MS = 100;
/**
 * Time that `dms serve` waits for the lock of the data directory while its holder makes no progress with a migration.
 * The holder is usually another service.
 */
const LOCK_WAIT_MS = 3000;
/**
 * Time that other commands wait for that lock while its holder makes no progress. Longer than {@link LOCK_WAIT_MS},
 * because a `dms serve` may be running a long migration step.
 */
const STEP_WAIT_MS = 10_000;
/**
 * Maximum time to wait for a lock whose holder makes progress. Creating the database takes a second on an idle machine.
 */
const MAX_WAIT_MS = 60_000;

/** Actor of all changes made by the command line. */
export const OPERATOR: SystemActor = { kind: 'system', name: 'command line' };

/** A new subcommand with the flags common to all subcommands. */
export function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'the configuration file (default: ./config.yaml, else /etc/dms/config.yaml)')
    .option('--data-dir <dir>', 'the data directory (default: ./data)')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print only the result and errors')
    .allowExcessArguments(false);
}

/** Configuration sources of a command. */
export function sourcesOf(flags: CommonFlags): ConfigSources {
  return {
    file: flags.config,
    flags: { '--data-dir': flags.dataDir, '--host': flags.host, '--port': flags.port, '--keep': flags.keep },
  };
}

/** Output of a command. */
export function outputOf(flags: CommonFlags): Output {
  return new Output({ json: flags.json === true, quiet: flags.quiet === true });
}

/**
 * Loads the configuration; flags override the other sources. Warns of `DMS_…` variables without effect. If the process
 * runs as root, it switches to the owner of the data directory.
 * @throws {ConfigError} if the configuration is invalid
 */
export async function contextOf(flags: CommonFlags): Promise<CommandContext> {
  const config = loadConfig(sourcesOf(flags));
  const owner = actAsOwner(config.data_dir);
  setNativeDirectories({ configured: config.native_dir ?? undefined, dataDirectory: config.data_dir });
  const output = outputOf(flags);
  if (owner !== undefined)
    output.note(
      `running as user ${String(owner)}, the owner of ${config.data_dir}, instead of root: ` +
        'this user also needs access to other folders, such as the backup folder',
    );
  for (const sentence of strayVariables()) output.note(`dms: warning: ${sentence}`);
  const { level, format } = config.log;
  const log = createLogger({ level, format: await loadLineFormat(format, process.stderr.isTTY) });
  return { config, output, log, configFile: flags.config };
}

/**
 * Runs `work` with an open core. `dms serve` can be running at the same time. Creates the data directory and the
 * database if they are missing. A database that needs a migration is not changed.
 * @throws {CommandError} if the database needs `dms migrate`, or is newer than this program
 */
export function withCore<T>(context: CommandContext, work: (core: OpenCore) => Promise<T>): Promise<T> {
  return withCoreIn(context, undefined, work);
}

async function withCoreIn<T>(
  context: CommandContext,
  incoming: Incoming | undefined,
  work: (core: OpenCore) => Promise<T>,
): Promise<T> {
  const directory = createDirectory(context);
  await createDatabase(context, directory);
  const core = openCore(context.config, context.log, incoming);
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

/**
 * Like {@link withCore}, but creates nothing.
 * @throws {CommandError} see {@link withCore}; also if there is no database
 */
export async function withDatabase<T>(
  context: CommandContext,
  work: (core: OpenCore) => Promise<T>,
): Promise<T> {
  const directory = new DataDirectory(context);
  requireDatabase(directory);
  return withCore(context, work);
}

/**
 * Like {@link withDatabase}, for commands that write contents.
 * @throws {CommandError} see {@link withDatabase}; also if the database belongs to another user
 */
export function withOwnDatabase<T>(
  context: CommandContext,
  work: (core: OpenCore & { readonly incoming: Incoming }) => Promise<T>,
): Promise<T> {
  const directory = new DataDirectory(context);
  refuseOthers(directory);
  requireDatabase(directory);
  return directory.receive((incoming) =>
    withCoreIn(context, incoming, (core) => work({ ...core, incoming })),
  );
}

/**
 * Creates the data directory, or removes the permissions of other users from an existing one.
 * @throws {CommandError} if the system does not allow it
 */
export function createDirectory(context: CommandContext): DataDirectory {
  const directory = new DataDirectory(context);
  if (directory.create())
    context.output.note(`${directory.path} was open to other users; now only its owner has access`);
  return directory;
}

/**
 * Creates the database if it is missing. Holds the lock of the directory, because `dms serve` may be creating the
 * database too. Waits if another process holds the lock.
 */
async function createDatabase({ output }: CommandContext, directory: DataDirectory): Promise<void> {
  const isWorthWaiting = patience(STEP_WAIT_MS);
  for (;;) {
    const schema = await directory.schema();
    if (schema.unknown.length > 0) throw newerDatabase(schema.unknown);
    if (schema.pending.length === 0) return;
    const lock = directory.lock();
    if (lock) {
      try {
        await migrateNew(directory);
      } finally {
        lock.release();
      }
      output.note(`created the database in ${directory.path}`);
      return;
    }
    if (!isWorthWaiting(schema)) throw outdated(schema.pending);
    await setTimeout(LOCK_POLL_MS);
  }
}

/**
 * Checks the schema, for commands that do not change it.
 * @throws {CommandError} if the database is empty, needs `dms migrate`, or is newer than this program
 */
export async function requireSchema(
  directory: DataDirectory,
  options?: { readonly readonly: boolean },
): Promise<void> {
  const { applied, pending, unknown } = await directory.schema(options);
  if (applied.length === 0) throw new CommandError(`${directory.database} is empty`, EXIT.damaged);
  if (unknown.length > 0) throw newerDatabase(unknown);
  if (pending.length > 0) throw outdated(pending);
}

/**
 * Requires the lock. Reads the schema again, because another process may have migrated the database before the lock was
 * acquired.
 */
async function migrateNew(directory: DataDirectory): Promise<void> {
  const { applied, pending } = await directory.schema();
  if (pending.length > 0 && applied.length > 0) throw outdated(pending);
  await directory.migrate();
}

/**
 * Limits the wait for the lock of the directory. The wait continues while the holder creates or migrates the database,
 * and for `momentMs` after its last step. A service of an earlier release that leaves steps pending makes no progress.
 * @returns a function to call with each new state of the schema; it returns false when the wait must end
 */
function patience(momentMs: number): (schema: { readonly applied: readonly string[] }) => boolean {
  const latest = Date.now() + MAX_WAIT_MS;
  let late = Date.now() + momentMs;
  let steps = 0;
  return ({ applied }) => {
    if (applied.length === 0 || applied.length > steps) late = Math.min(Date.now() + momentMs, latest);
    steps = applied.length;
    return Date.now() <= late;
  };
}

function outdated(pending: readonly string[]): CommandError {
  return new CommandError(`the database needs the migration steps ${pending.join(', ')}: run "dms migrate"`);
}

/**
 * Acquires the lock of the data directory. Waits while another process creates or migrates the database.
 * @throws {CommandError} exit code 75, if another `dms serve` uses the directory
 */
export async function lockDirectory(directory: DataDirectory): Promise<HeldDirectory> {
  const isWorthWaiting = patience(LOCK_WAIT_MS);
  for (;;) {
    const lock = directory.lock();
    if (lock) return lock;
    if (!isWorthWaiting(await directory.schema())) throw inUse(directory);
    await setTimeout(LOCK_POLL_MS);
  }
}

/**
 * Error for a database with migrations that this program does not know. Writing to it could lose data of the later
 * release.
 * @param unknown names of the unknown migrations
 */
export function newerDatabase(unknown: readonly string[]): CommandError {
  return new CommandError(
    `the database is newer than this program (it has ${unknown.join(', ')}): ` +
      'install the release that created it',
  );
}

function inUse(directory: DataDirectory): CommandError {
  return new CommandError(`${directory.path} is in use by another dms serve, or by dms reindex`, EXIT.inUse);
}
