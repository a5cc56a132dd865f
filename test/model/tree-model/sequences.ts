import fc from 'fast-check';
import { steps } from './rules/steps.ts';
import { playInNewWorld } from './world.ts';

/** Ben's permissions on a folder and on a document of Ann. */
const permissions = fc.constantFrom(31, 15, 1, 7, 9, 5, 3, 11, 13);

/**
 * Plays random sequences of steps of two users against a service and the model of the tree.
 * @param count number of sequences
 * @throws {Error} if the service differs from the model; the message contains the seed and the shortest failing
 *   sequence
 */
export function answersAsTheModel(seed: number, count: number): Promise<void> {
  return fc.assert(fc.asyncProperty(permissions, steps, playInNewWorld), { seed, numRuns: count });
}
