import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Cleanups } from './cleanups.ts';
import { describeMachine } from './machine.ts';
import { UsageError } from './settings.ts';

/** Services for a benchmark. */
export interface Bench {
  readonly cleanups: Cleanups;
  /** Prints progress on standard error. */
  readonly note: (text: string) => void;
  /** Prints a part of the result. */
  readonly print: (text: string) => void;
}

/** Folders of a benchmark. */
export interface WorkFolders {
  /** Folder for data that is reused across runs. */
  readonly kept: string;
  /** Working folder; removed at the end. */
  readonly folder: string;
}

/**
 * Runs a benchmark. At its end, also after a failure or a signal, all its processes are stopped and its files removed.
 * The exit code is 2 for a wrong command line ({@link UsageError}) and 1 for any other error.
 */
export async function runBench(name: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const cleanups = new Cleanups();
  const note = (text: string): void => void process.stderr.write(`${text}\n`);
  const print = (text: string): void => void process.stdout.write(`${text}\n\n`);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void cleanups.runAll().finally(() => process.exit(code)));
  }
  try {
    await work({ cleanups, note, print });
  } catch (error) {
    note(error instanceof UsageError ? `${name}: ${error.message}` : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  } finally {
    await cleanups.runAll();
  }
}

/** @param data folder for reused data; without it, everything is removed at the end */
export async function workFolders(data: string | undefined, cleanups: Cleanups): Promise<WorkFolders> {
  const parent = resolve(data ?? tmpdir());
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'dms-bench-'));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  return { kept: data === undefined ? folder : parent, folder };
}

/** A one-line description of the machine. */
export function machineLine(): string {
  const { system, cores, processor, memoryMib } = describeMachine();
  return `${system}, ${String(cores)} cores (${processor}), ${String(memoryMib)} MiB`;
}
