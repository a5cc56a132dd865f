import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problem.ts';
import { DmsError } from '../model/errors.ts';
import { printable, printableLines } from '../model/printable.ts';
import { storageFault } from '../model/storage-fault.ts';
import { createAdminCommand } from './create-admin.ts';
import { createTokenCommand } from './create-token.ts';
import { lockCommand } from './lock.ts';
import { mailTestCommand } from './mail-test.ts';
import { migrateCommand } from './migrate.ts';
import { CommandError, EXIT } from './output.ts';
import { reindexCommand } from './reindex.ts';
import { serveCommand } from './serve.ts';
import { statusCommand } from './status.ts';
import { userCommand } from './user.ts';

const VERSION = version();
const HINT = '(--help lists commands and options)';

/**
 * Runs a command.
 * @param argv the arguments after the name of the program
 * @returns the exit code (docs/contract.md)
 */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('dms')
    .description('Document management for small offices, over REST and WebDAV.')
    .version(VERSION, '--version', 'print the version');
  const commands = [
    serveCommand(),
    migrateCommand(),
    createAdminCommand(),
    createTokenCommand(),
    statusCommand(),
    reindexCommand(),
    lockCommand(),
    userCommand(),
    mailTestCommand(),
  ];
  for (const command of commands) program.addCommand(command);
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
  if (error instanceof DmsError) return printError(error.message, EXIT.failed);
  const fault = storageFault(error);
  if (fault && error instanceof Error) return printError(`${fault.message} (${error.message})`, EXIT.failed);
  return printError(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT.failed);
}

function printError(message: string, exitCode: number): number {
  for (const line of message.split('\n')) process.stderr.write(`dms: ${printable(line)}\n`);
  return exitCode;
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}
