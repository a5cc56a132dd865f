import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../model/errors/error-code.ts';
import { CommandError } from '../terminal/output.ts';

/**
 * Creates a directory and its parents. `mkdir` with `recursive` never ends on paths where the system returns ENOENT, as
 * in `/proc`.
 */
export function createDirectories(path: string): void {
  if (existsSync(path)) return;
  createDirectories(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Removes all permissions of the group and of other users.
 * @returns false if they had none
 * @throws {CommandError} if the permissions cannot be changed
 */
export function narrow(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return false;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    const octal = (mode & 0o777).toString(8).padStart(4, '0');
    throw new CommandError(
      `${path} is open to other users (mode ${octal}), and dms cannot change that (${reasonOf(error)}): ` +
        'make the user that runs dms its owner',
    );
  }
  return true;
}

/** Error code of the operating system, for messages. */
export function reasonOf(error: unknown): string {
  return codeOf(error) ?? String(error);
}
