import { collectGarbageAt } from '../../program/heap.ts';
import { giveWay } from '../../program/priority.ts';

/** In percent. With what V8 allows, an import of 100,000 documents that are there takes 180 MiB instead of 142. */
const MOST_GARBAGE = 20;

/** Begins what may take long: requests to a running service come first, and other programs need the memory, too. */
export function beginLongWork(): void {
  giveWay();
  collectGarbageAt(MOST_GARBAGE);
}
