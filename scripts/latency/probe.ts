import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './caller.ts';

const BETWEEN_MS = 10;

/** Wait times of one user for a small document. */
export interface Waits {
  readonly longestMs: number;
  /** Number of responses other than 200, by status; 0: the connection broke. */
  readonly failed: ReadonlyMap<number, number>;
}

/** Requests a small document repeatedly until `ended` returns true, and records the longest wait. */
export async function measureWaits(caller: Caller, ended: () => boolean): Promise<Waits> {
  let longestMs = 0;
  const failed = new Map<number, number>();
  while (!ended()) {
    const begin = performance.now();
    const status = await caller.ask('GET', '/webdav/plan.txt').then(
      (answer) => answer.status,
      () => 0,
    );
    longestMs = Math.max(longestMs, performance.now() - begin);
    if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
    await pause(BETWEEN_MS);
  }
  return { longestMs, failed };
}
