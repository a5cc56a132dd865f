import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect old garbage, and what it holds outside of the heap, whenever there is that much more than was left the last
 * time. By itself V8 lets a small heap double and more. For all threads of the process, from now on.
 *
 * It is no flag of the command line: with it there V8 refuses the compiled code in the binary, and the start takes 90 ms more.
 * To be called when the program is loaded, for the same reason.
 * @param percent what there may be more
 */
export function collectGarbageAt(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${String(percent)}`);
}
