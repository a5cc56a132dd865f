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

/** One change of the machine. */
export type Step =
  | { readonly kind: 'run'; readonly command: readonly [string, ...string[]] }
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly readableBy?: string }
  | { readonly kind: 'directory'; readonly path: string; readonly owner: string }
  | { readonly kind: 'remove'; readonly path: string };

/** What a step does, for people. A file comes with its text. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'run':
      return `run ${step.command.join(' ')}`;
    case 'write': {
      const readers =
        step.readableBy === undefined ? 'everybody' : `root and the group of ${step.readableBy}`;
      return `write ${step.path}, readable by ${readers}:\n${step.text.replaceAll(/^(?=.)/gm, '    ')}`.trimEnd();
    }
    case 'directory':
      return `create ${step.path} for ${step.owner}`;
    case 'remove':
      return `remove ${step.path}`;
  }
}

/** @throws {CommandError} the system refuses, or a command fails; steps before stay done */
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

/** The program's umask takes everything from other users, so modes are set afterwards. */
function write({ path, text, readableBy }: Extract<Step, { kind: 'write' }>): void {
  makeFolders(dirname(path));
  // Another file takes its place at once: a link that lies there is not written through.
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
  // Fails where something else is there meanwhile.
  mkdirSync(path);
  lchownSync(path, idOf('-u', owner), idOf('-g', owner));
}

/** The service has to get through them. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
  chmodSync(path, 0o755);
}

function idOf(which: '-u' | '-g', user: string): number {
  return Number(execute(['id', which, user]));
}

/** True if the machine has an account of that name. */
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
