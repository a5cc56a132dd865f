import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from '../log.ts';
import { giveWay } from '../program/priority.ts';

const run = promisify(execFile);

const POLL_MS = 200;

/**
 * Lowers the priority of a process below that of requests, and makes it the kernel's first choice when memory runs out.
 */
export async function runLast(pid: number, log: Logger): Promise<void> {
  try {
    giveWay(pid);
    if (process.platform === 'linux') await writeFile(`/proc/${pid}/oom_score_adj`, '1000');
  } catch (error) {
    // The priority is optional. The process may also have ended already.
    log.debug({ err: error, pid }, 'the priority of a process cannot be lowered');
  }
}

/**
 * Checks the memory of a process five times a second, until the returned function is called.
 * @param onExceeded called once, when the process uses more than `limit` bytes
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
  const timer = setInterval(() => void look(), POLL_MS);
  return stop;
}

/**
 * Memory of a process in bytes, including swapped memory. Linux reports it in `/proc`; on other systems `ps` reports it
 * without swapped memory. 0 if the process has ended, and on Windows.
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
