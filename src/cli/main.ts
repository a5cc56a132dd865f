import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problem.ts';
import { hasCode } from '../model/errors/error-code.ts';
import { DmsError } from '../model/errors/errors.ts';
import { storageFault } from '../model/errors/storage-fault.ts';
import { printableLines } from '../model/text/printable.ts';
import { UpkeepError } from '../upkeep/upkeep-error.ts';
import { CommandError, EXIT, type ExitCode, failureLines } from './terminal/output.ts';
import { VERSION } from './version.ts';

const UPKEEP_EXIT = {
  failed: EXIT.failed,
  'in use': EXIT.inUse,
  damaged: EXIT.damaged,
  newer: EXIT.failed,
  refused: EXIT.failed,
} as const;
/** Options allowed instead of a command. */
const GLOBAL_OPTIONS = ['--help', '--version'];
const HINT = '(--help lists commands and options)';

/** In the order of the help. */
const COMMANDS = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async () => (await import('./data/migrate.ts')).migrateCommand(),
  'create-admin': async () => (await import('./accounts/create-admin.ts')).createAdminCommand(),
  'create-token': async () => (await import('./accounts/create-token.ts')).createTokenCommand(),
  status: async () => (await import('./service/status.ts')).statusCommand(),
  backup: async () => (await import('./backup/backup.ts')).backupCommand(),
  restore: async () => (await import('./backup/restore.ts')).restoreCommand(),
  check: async () => (await import('./data/check.ts')).checkCommand(),
  reindex: async () => (await import('./data/reindex.ts')).reindexCommand(),
  export: async () => (await import('./data/export.ts')).exportCommand(),
  import: async () => (await import('./data/import.ts')).importCommand(),
  undo: async () => (await import('./data/undo.ts')).undoCommand(),
  lock: async () => (await import('./data/lock.ts')).lockCommand(),
  group: async () => (await import('./accounts/group.ts')).groupCommand(),
  alarm: async () => (await import('./accounts/alarm.ts')).alarmCommand(),
  user: async () => (await import('./accounts/user.ts')).userCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand(),
  health: async () => (await import('./service/health.ts')).healthCommand(),
  'mail-test': async () => (await import('./service/mail-test.ts')).mailTestCommand(),
  service: async () => (await import('./service/service.ts')).serviceCommand(),
  completion: async () => (await import('./terminal/completion.ts')).completionCommand(fullProgram),
  version: async () => (await import('./version-command.ts')).versionCommand(),
} satisfies Record<string, () => Promise<Command>>;

/**
 * Loads only the requested command, because a service needs no memory for the others. Loads all commands for the help
 * and for unknown commands.
 */
async function commandsFor([name]: readonly string[]): Promise<Command[]> {
  const named = Object.entries(COMMANDS).filter(([each]) => each === name);
  const wanted = named.length === 0 ? Object.entries(COMMANDS) : named;
  return Promise.all(wanted.map(([, load]) => load()));
}

/** The complete command line, for completion scripts and documentation. */
export async function fullProgram(): Promise<Command> {
  return programWith(await commandsFor([]));
}

function programWith(commands: readonly Command[]): Command {
  const program = new Command('dms')
    .description(
      'Document management for small offices: in the browser, as a network drive (WebDAV), and over REST.',
    )
    .version(VERSION, '--version', 'print the version');
  for (const command of commands) program.addCommand(command);
  return program;
}

/**
 * Runs a command.
 * @param argv arguments after the program name
 * @returns the exit code (`docs/build/contract/command-line.md` §27)
 */
export async function run(argv: readonly string[]): Promise<number> {
  const isJson = wantsJson(argv);
  // The reader of a pipe may end first, as in `dms export --json … | head`. The work goes on.
  process.stdout.on('error', (error) => {
    if (!hasCode(error, 'EPIPE')) throw error;
  });
  const failed = await failureOf(argv, isJson);
  if (failed === undefined) return EXIT.done;
  const { message, exitCode } = failed;
  if (message !== undefined) process.stderr.write(failureLines(message, exitCode, isJson));
  return exitCode;
}

/** Checked without parsing the options, because they may be invalid. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

/** Failure of a command. */
interface Failure {
  readonly exitCode: ExitCode;
  /** Undefined if the message has been printed already. */
  readonly message: string | undefined;
}

async function failureOf(argv: readonly string[], isJson: boolean): Promise<Failure | undefined> {
  const [first = ''] = argv;
  if (first.startsWith('--') && !GLOBAL_OPTIONS.includes(first))
    return failure(`options come after the command: dms COMMAND ${first} … ${HINT}`, EXIT.usage);
  const program = programWith(await commandsFor(argv));
  const writeErr = (text: string): void => {
    if (!isJson) process.stderr.write(printableLines(text));
  };
  for (const command of withSubcommands(program))
    command.exitOverride().showHelpAfterError(HINT).configureOutput({ writeErr });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return usageFailure(error, isJson);
    return failureFrom(error);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** commander has printed the error already, unless the output is JSON. */
function usageFailure({ exitCode, message }: CommanderError, isJson: boolean): Failure | undefined {
  if (exitCode === 0) return undefined;
  if (!isJson) return { exitCode: EXIT.usage, message: undefined };
  return failure(`${message.replace(/^error: /, '')} ${HINT}`, EXIT.usage);
}

function failureFrom(error: unknown): Failure {
  if (error instanceof ConfigError) return failure(error.message, EXIT.usage);
  if (error instanceof CommandError) return failure(error.message, error.exitCode);
  if (error instanceof UpkeepError) return failure(error.message, UPKEEP_EXIT[error.fault]);
  if (error instanceof DmsError) return failure(fragmentOf(error.message), EXIT.failed);
  const fault = storageFault(error);
  if (fault && error instanceof Error)
    return failure(`${fragmentOf(fault.message)} (${error.message})`, EXIT.failed);
  return failure(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT.failed);
}

/** A sentence of the core in the style of the other errors of commands: `there is no user "bob"`. */
function fragmentOf(sentence: string): string {
  const fragment = sentence.replace(/\.$/, '');
  return fragment.includes('. ')
    ? sentence
    : fragment.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
}

function failure(message: string, exitCode: ExitCode): Failure {
  return { message, exitCode };
}
