import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc: unknown = runInNewContext('gc');

/** Collects all garbage of this process at once. */
export function collectGarbage(): void {
  if (typeof gc !== 'function') throw new TypeError('V8 gives no access to its garbage collector');
  gc();
}
