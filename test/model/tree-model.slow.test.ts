import fc from 'fast-check';
import { steps } from './steps.ts';
import { playInNewWorld } from './world.ts';

/** Bits that Ann gives Ben on a folder and on a document. */
const bits = fc.constantFrom(31, 15, 1, 7, 9, 5, 3, 11, 13);

/** To look for more: `MODEL_RUNS=2000 npx mocha test/model/tree-model.slow.test.ts` takes another seed each time, too. */
const WISHED = process.env['MODEL_RUNS'];
const RUNS = Number(WISHED ?? 60);
/** Shrinking, and a slow machine, end here. */
const LIMIT_MS = 60_000 + RUNS * 2000;

/** @param seed left out: another one each time; a failure names it, and the path to the shrunk counterexample */
function holds(seed?: number): Promise<void> {
  return fc.assert(fc.asyncProperty(bits, steps, playInNewWorld), {
    ...(seed === undefined ? {} : { seed }),
    numRuns: RUNS,
    interruptAfterTimeLimit: LIMIT_MS,
  });
}

describe('whatever two users do over both faces', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`answers and leaves a tree as the model says (seed ${seed})`, async function () {
      this.timeout(2 * LIMIT_MS);
      await holds(seed);
    });
  }

  if (WISHED !== undefined) {
    it('answers and leaves a tree as the model says (a new seed each time)', async function () {
      this.timeout(2 * LIMIT_MS);
      await holds();
    });
  }
});
