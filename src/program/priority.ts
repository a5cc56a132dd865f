import { getPriority, setPriority } from 'node:os';

/**
 * Niceness of long-running work. Next to an endless program on each processor, the scheduler assigns it about a third
 * of one processor (sched(7): weight 526 against 1024), so that it finishes. The lowest priority would get 1 %, and the
 * policy SCHED_IDLE nearly nothing: on a permanently busy machine, a backup would never finish, and no thumbnail would
 * be ready in time.
 */
const NICENESS = 3;

/**
 * Lowers the priority of a process, because requests to a running service have precedence. Threads and processes that
 * it starts later inherit the priority. A process with a lower priority keeps it: only root may raise priorities.
 * @param pid default: this process
 * @throws {Error} no such process exists
 */
export function giveWay(pid = process.pid): void {
  if (getPriority(pid) < NICENESS) setPriority(pid, NICENESS);
}
