import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Logger } from '../log.ts';
import { runLast } from './process-limits.ts';

/** Characters of each of its two outputs that are kept: the last ones. */
const OUTPUT_LENGTH = 2 ** 20;
/** How long a program may take to end after SIGTERM. */
const GRACE_MS = 5000;

/** How a program ended, and the end of what it said. */
export interface Ended {
  /** Its exit code, or the name of the signal that ended it. */
  readonly exit: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

/** What {@link runToEnd} works with. */
interface Settings {
  /** Ends the program, with all that it has started: SIGTERM, five seconds later SIGKILL. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Runs a program to its end, at a lower priority, and as the first that the kernel ends when memory runs out.
 * @throws {Error} when it cannot be started
 */
export async function runToEnd(
  file: string,
  args: readonly string[],
  { signal, log }: Settings,
): Promise<Ended> {
  signal.throwIfAborted();
  // In a process group of its own, so that what it starts can be ended with it, and Ctrl-C does not reach it.
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
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-OUTPUT_LENGTH);
  });
  return () => text;
}

/** @returns what stops waiting for the signal */
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
    // All of it has ended already.
  }
}
