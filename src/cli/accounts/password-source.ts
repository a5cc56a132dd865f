import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { readAdminPassword } from '../../config/environment.ts';
import { codeOf } from '../../model/errors/error-code.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

/**
 * Flags for the source of a password. No flag contains the password itself, because other users of the machine can read
 * command lines.
 */
export interface PasswordFlags {
  readonly passwordStdin?: boolean;
  readonly passwordFile?: string;
}

/** Help text appended to commands with these flags. */
const PASSWORD_HELP = `
The password can also come from DMS_ADMIN_PASSWORD or the file in DMS_ADMIN_PASSWORD_FILE, which set the password of any
user, not only of an administrator. Without any of these, the command asks for it on a terminal. If there is still no
password, the command generates one and prints it once.`;

/**
 * Reads a password. The sources, in this order: standard input (`--password-stdin`), a file (`--password-file`),
 * `DMS_ADMIN_PASSWORD` or `DMS_ADMIN_PASSWORD_FILE`, and a prompt on a terminal.
 * @returns undefined if no source has a password; the caller then generates one
 * @throws {CommandError} exit code 2, if both flags are set, a file cannot be read, or the two typed passwords differ
 * @throws {ConfigError} if the file of `DMS_ADMIN_PASSWORD_FILE` cannot be read
 */
export async function readPassword(flags: PasswordFlags): Promise<string | undefined> {
  if (flags.passwordStdin === true && flags.passwordFile !== undefined) {
    throw new CommandError('--password-stdin and --password-file cannot be used together', EXIT.usage);
  }
  if (flags.passwordStdin === true) return firstLine(await textOf(process.stdin));
  if (flags.passwordFile !== undefined) return firstLine(readSecret(flags.passwordFile));
  const given = readAdminPassword();
  if (given !== undefined) return given;
  return process.stdin.isTTY ? prompt() : undefined;
}

async function prompt(): Promise<string | undefined> {
  const first = await ask('Password (leave empty to generate one): ');
  if (first === '') return undefined;
  if ((await ask('Repeat the password: ')) !== first)
    throw new CommandError('the two passwords differ', EXIT.usage);
  return first;
}

/** Reads a line without echoing the input. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = codeOf(error) ?? 'unreadable';
    throw new CommandError(`--password-file: cannot read ${file} (${reason})`, EXIT.usage);
  }
}

/** Editors and `echo` end a file with a newline, which is not part of the password. */
function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** Adds the options of {@link PasswordFlags} to a command. */
export function withPassword(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file')
    .addHelpText('after', PASSWORD_HELP);
}

/** Generates a password of 20 characters (120 bits). */
export function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}
