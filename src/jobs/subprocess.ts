import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Logger } from '../log.ts';
import { runLast } from './process-limits.ts';

/** Maximum length kept of each output, in characters; the end is kept. */
const OUTPUT_LENGTH = 2 ** 20;
/** Time for a program to end after SIGTERM. */
const GRACE_MS = 5000;

/** How a program ended, and the end of its output. */
export interface Ended {
  /** Exit code, or name of the signal that ended the program. */
  readonly exit: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

interface Settings {
  /** Ends the program and all its child processes: SIGTERM, and SIGKILL after five seconds. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Runs a program to its end, at a lower priority, and as the kernel's first choice when memory runs out.
 * @throws {Error} if the program cannot be started
 */
export async function runToEnd(
  file: string,
  args: readonly string[],
  { signal, log }: Settings,
): Promise<Ended> {
  signal.throwIfAborted();
  // A separate process group, so that the program can be ended together with its child processes, and Ctrl-C does not
  // reach it.
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) void runLast(child.pid, log);
  const outputs = [tailOf(child.stdout), tailOf(child.stderr)] as const;
  const stopEnding = endWith(signal, child);
  try {
    const exit = await exitOf(child);
    return { exit, stdout: outputs[0](), stderr: outputs[1]() };
  } finally {
    stopEnding();
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function exitOf(child: Child): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
}

function tailOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-OUTPUT_LENGTH);
  });
  return () => text;
}

/** @returns a function that removes the abort listener */
function endWith(signal: AbortSignal, { pid }: Child): () => void {
  if (pid === undefined) return () => undefined;
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    signalGroup(pid, 'SIGTERM');
    force = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
  };
  signal.addEventListener('abort', end, { once: true });
  return () => {
    signal.removeEventListener('abort', end);
    clearTimeout(force);
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole process group has ended already.
  }
}
