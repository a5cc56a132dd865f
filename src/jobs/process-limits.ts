import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from '../log.ts';
import { giveWay } from '../program/priority.ts';

const run = promisify(execFile);

const LOOK_EVERY_MS = 200;

/** Lets requests go before a process, and lets the kernel end it first when memory runs out. */
export async function runLast(pid: number, log: Logger): Promise<void> {
  try {
    giveWay(pid);
    if (process.platform === 'linux') await writeFile(`/proc/${pid}/oom_score_adj`, '1000');
  } catch (error) {
    // It works without. The process may also have ended already.
    log.debug({ err: error, pid }, 'the priority of a process cannot be lowered');
  }
}

/**
 * Looks at the memory of a process five times a second, until the returned function is called.
 * @param onExceeded is called once, when the process has more than `limit` bytes
 */
export function watchMemory(pid: number, limit: number, onExceeded: () => void): () => void {
  let isOver = false;
  let isLooking = false;
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const bytes = await memoryOf(pid);
    isLooking = false;
    if (isOver || bytes <= limit) return;
    stop();
    onExceeded();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return stop;
}

/**
 * The memory of a process in bytes, including what is swapped out. Linux says it in /proc, other systems by
 * the command ps, which leaves out what is swapped. 0 if the process has ended, and on Windows.
 */
export async function memoryOf(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') return linuxMemory(await readFile(`/proc/${pid}/status`, 'utf8'));
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return 0;
  }
}

function linuxMemory(status: string): number {
  const lines = status.matchAll(/^(?:VmRSS|VmSwap):\s*(\d+) kB$/gm);
  return lines.reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0);
}
