import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problem.ts';
import { DmsError } from '../model/errors.ts';
import { printable, printableLines } from '../model/printable.ts';
import { storageFault } from '../model/storage-fault.ts';
import { UpkeepError } from '../upkeep/upkeep-error.ts';
import { CommandError, EXIT } from './output.ts';
import { VERSION } from './version.ts';

const UPKEEP_EXIT = {
  failed: EXIT.failed,
  'in use': EXIT.inUse,
  damaged: EXIT.damaged,
  newer: EXIT.failed,
} as const;
/** What may stand in the place of a command. */
const GLOBAL_OPTIONS = ['--help', '--version'];
const HINT = '(--help lists commands and options)';

/** In the order of the help. */
const COMMANDS = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  'create-admin': async () => (await import('./create-admin.ts')).createAdminCommand(),
  'create-token': async () => (await import('./create-token.ts')).createTokenCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  reindex: async () => (await import('./reindex.ts')).reindexCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  lock: async () => (await import('./lock.ts')).lockCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand(),
  health: async () => (await import('./health.ts')).healthCommand(),
  'mail-test': async () => (await import('./mail-test.ts')).mailTestCommand(),
  service: async () => (await import('./service.ts')).serviceCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(fullProgram),
  version: async () => (await import('./version-command.ts')).versionCommand(),
} satisfies Record<string, () => Promise<Command>>;

/** The command that is asked for alone: a service needs no memory for the others. All of them for help and mistakes. */
async function commandsFor([name]: readonly string[]): Promise<Command[]> {
  const named = Object.entries(COMMANDS).filter(([each]) => each === name);
  const wanted = named.length === 0 ? Object.entries(COMMANDS) : named;
  return Promise.all(wanted.map(([, load]) => load()));
}

/** The whole command line, for those who describe it. */
export async function fullProgram(): Promise<Command> {
  return programWith(await commandsFor([]));
}

function programWith(commands: readonly Command[]): Command {
  const program = new Command('dms')
    .description('Document management for small offices, over REST and WebDAV.')
    .version(VERSION, '--version', 'print the version');
  for (const command of commands) program.addCommand(command);
  return program;
}

/**
 * Runs a command.
 * @param argv the arguments after the name of the program
 * @returns the exit code (docs/build/contract/command-line.md §27)
 */
export async function run(argv: readonly string[]): Promise<number> {
  const [first = ''] = argv;
  if (first.startsWith('--') && !GLOBAL_OPTIONS.includes(first))
    return printError(`options come after the command: dms COMMAND ${first} … ${HINT}`, EXIT.usage);
  const program = programWith(await commandsFor(argv));
  const writeErr = (text: string): void => {
    process.stderr.write(printableLines(text));
  };
  for (const command of withSubcommands(program))
    command.exitOverride().showHelpAfterError(HINT).configureOutput({ writeErr });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return exitCodeOf(error);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof ConfigError) return printError(error.message, EXIT.usage);
  if (error instanceof CommandError) return printError(error.message, error.exitCode);
  if (error instanceof UpkeepError) return printError(error.message, UPKEEP_EXIT[error.fault]);
  if (error instanceof DmsError) return printError(error.message, EXIT.failed);
  const fault = storageFault(error);
  if (fault && error instanceof Error) return printError(`${fault.message} (${error.message})`, EXIT.failed);
  return printError(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT.failed);
}

function printError(message: string, exitCode: number): number {
  for (const line of message.split('\n')) process.stderr.write(`dms: ${printable(line)}\n`);
  return exitCode;
}
