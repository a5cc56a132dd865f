import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readAdminPassword } from '../config/environment.ts';
import { CommandError, EXIT } from './output.ts';

/** Flags that say where a password comes from; never the password itself, which others could see. */
export interface PasswordFlags {
  readonly passwordStdin?: boolean;
  readonly passwordFile?: string;
}

/**
 * Reads a password from standard input, a file, `DMS_ADMIN_PASSWORD` or, on a terminal, a prompt, in this order.
 * Undefined when there is none: one is to be made.
 * @throws {CommandError} usage, when two flags contradict each other or the file cannot be read
 */
export async function readPassword(flags: PasswordFlags): Promise<string | undefined> {
  if (flags.passwordStdin === true && flags.passwordFile !== undefined) {
    throw new CommandError('--password-stdin and --password-file exclude each other', EXIT.usage);
  }
  if (flags.passwordStdin === true) return firstLine(await textOf(process.stdin));
  if (flags.passwordFile !== undefined) return firstLine(readSecret(flags.passwordFile));
  const given = readAdminPassword();
  if (given !== undefined) return given;
  return process.stdin.isTTY ? prompt() : undefined;
}

async function prompt(): Promise<string | undefined> {
  const first = await ask('Password (leave empty to have one made): ');
  if (first === '') return undefined;
  if ((await ask('The same again: ')) !== first)
    throw new CommandError('the two passwords differ', EXIT.usage);
  return first;
}

/** Asks without showing what is typed. */
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
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CommandError(`--password-file: cannot read ${file} (${reason})`, EXIT.usage);
  }
}

/** What editors and `echo` add after the password is not part of it. */
function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}
