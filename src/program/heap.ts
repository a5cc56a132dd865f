import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect old garbage, including memory outside of the heap, whenever usage has grown by `percent` since the
 * last collection. By default V8 lets a small heap double or more. Applies to all threads of the process from now on.
 *
 * Not a flag on the command line, because V8 would then refuse the compiled code in the binary, and the start would
 * take 90 ms longer. For the same reason, this function must be called when the program is loaded.
 * @param percent allowed growth
 */
export function collectGarbageAt(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${String(percent)}`);
}
