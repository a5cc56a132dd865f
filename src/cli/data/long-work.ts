import { collectGarbageAt } from '../../program/heap.ts';
import { giveWay } from '../../program/priority.ts';

/**
 * Garbage limit in percent of the live data. With V8's default, an import of 100,000 existing documents takes 180 MiB
 * instead of 142.
 */
const MAX_GARBAGE = 20;

/**
 * Call before long work. Lowers the priority of the process, so that requests to a running service come first, and
 * limits its garbage, to leave memory to other programs.
 */
export function beginLongWork(): void {
  giveWay();
  collectGarbageAt(MAX_GARBAGE);
}
