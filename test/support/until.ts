import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Work at the lowest priority waits for all other tests, and for a slow machine. Less than a test may take. */
const LONGEST_MS = 240_000;

type Condition = () => boolean | Promise<boolean>;

/**
 * A function that resolves once what it is given says so.
 * @param state told when that never happens
 */
export function waiter(state: () => string): (isTrue: Condition) => Promise<void> {
  return async (isTrue) => {
    const late = Date.now() + LONGEST_MS;
    while (!(await isTrue())) {
      assert.ok(Date.now() < late, `still waiting: ${state()}`);
      await sleep(20);
    }
  };
}
