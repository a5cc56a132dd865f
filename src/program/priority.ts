import { getPriority, setPriority } from 'node:os';

/**
 * Niceness of long work. Beside an endless program on each processor, the scheduler gives it about a third of one processor
 * (sched(7): weight 526 against 1024), so that it ends. With the lowest priority it would get 1 %, and with the policy
 * SCHED_IDLE nearly nothing: on a machine that is busy all the time a backup would never end, and no thumbnail be made in time.
 */
const NICENESS = 3;

/**
 * Lowers the priority of a process, because requests to a running service come first. What it starts from then on,
 * threads and processes, has this priority, too. A process whose priority is lower already keeps it: only root may raise one.
 * @param pid default: this process
 * @throws {Error} there is no such process
 */
export function giveWay(pid = process.pid): void {
  if (getPriority(pid) < NICENESS) setPriority(pid, NICENESS);
}
