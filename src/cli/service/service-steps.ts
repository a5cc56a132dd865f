import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../process/owned-paths.ts';
import { CommandError } from '../terminal/output.ts';

/** One change to the machine. */
export type Step =
  | { readonly kind: 'run'; readonly command: readonly [string, ...string[]] }
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly readableBy?: string }
  | { readonly kind: 'directory'; readonly path: string; readonly owner: string }
  | { readonly kind: 'remove'; readonly path: string };

/** Description of a step; for a file, with its content. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'run':
      return `run ${step.command.join(' ')}`;
    case 'write': {
      const readers =
        step.readableBy === undefined ? 'all users' : `root and the group of ${step.readableBy}`;
      return `write ${step.path}, readable by ${readers}:\n${step.text.replaceAll(/^(?=.)/gm, '    ')}`.trimEnd();
    }
    case 'directory':
      return `create ${step.path} for ${step.owner}`;
    case 'remove':
      return `remove ${step.path}`;
  }
}

/**
 * Runs a step.
 * @throws {CommandError} if the system does not allow the step, or a command fails; earlier steps are not undone
 */
export function take(step: Step): void {
  if (step.kind === 'run') {
    execute(step.command);
    return;
  }
  try {
    if (step.kind === 'write') write(step);
    else if (step.kind === 'remove') rmSync(step.path);
    else makeDirectory(step);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const verb = step.kind === 'directory' ? 'make' : step.kind;
    throw new CommandError(`cannot ${verb} ${step.path} (${reasonOf(error)})`);
  }
}

/** Sets modes explicitly, because the program's umask removes all permissions of other users. */
function write({ path, text, readableBy }: Extract<Step, { kind: 'write' }>): void {
  makeFolders(dirname(path));
  // Replaces the file atomically, so that an existing link is not followed.
  const partial = `${path}.new`;
  rmSync(partial, { force: true });
  writeFileSync(partial, text, { flag: 'wx' });
  if (readableBy === undefined) {
    chmodSync(partial, 0o644);
  } else {
    chownSync(partial, 0, idOf('-g', readableBy));
    chmodSync(partial, 0o640);
  }
  renameSync(partial, path);
}

function makeDirectory({ path, owner }: Extract<Step, { kind: 'directory' }>): void {
  makeFolders(dirname(path));
  // Fails if something else has been created there in the meantime.
  mkdirSync(path);
  lchownSync(path, idOf('-u', owner), idOf('-g', owner));
}

/** Mode 755, because the service needs access to the folders below. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
  chmodSync(path, 0o755);
}

function idOf(which: '-u' | '-g', user: string): number {
  return Number(execute(['id', which, user]));
}

/** Whether the machine has an account with this name. */
export function hasUser(name: string): boolean {
  try {
    execute(['id', '-u', name]);
    return true;
  } catch {
    return false;
  }
}

function execute([program, ...args]: readonly [string, ...string[]]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new CommandError(
      `"${[program, ...args].join(' ')}" failed: ${said === '' ? reasonOf(error) : said}`,
    );
  }
}
