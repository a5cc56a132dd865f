import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc: unknown = runInNewContext('gc');

/** Runs a full garbage collection in this process. */
export function collectGarbage(): void {
  if (typeof gc !== 'function') throw new TypeError('V8 gives no access to its garbage collector');
  gc();
}
