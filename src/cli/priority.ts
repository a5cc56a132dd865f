import { execFileSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Gives this process the lowest priority: requests to a running service come first. What it starts from here on, threads
 * and processes, has this priority, too.
 */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}

/**
 * Like {@link giveWay}; where the system has the command `chrt`, this process works only while nobody else wants to. For
 * long work that hardly writes to the database of a service: who has its lock and gets no processor keeps all others from
 * writing.
 */
export function workWhenIdle(): void {
  giveWay();
  try {
    execFileSync('chrt', ['-a', '-i', '-p', '0', String(process.pid)], { stdio: 'ignore' });
  } catch {
    // It goes on with the lowest priority.
  }
}
