import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Work at the lowest priority waits for all other tests, and some machines are slow. Shorter than the test timeout. */
const LONGEST_MS = 240_000;

type Condition = () => boolean | Promise<boolean>;

/**
 * Creates a function that resolves once its condition is true.
 * @param state describes the current state, for the message of a timeout
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
