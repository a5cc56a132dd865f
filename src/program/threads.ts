import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { isBinary, threadCode } from './files.ts';
import { nativeDirectory } from './native.ts';

/**
 * Bootstrap code of a thread. It is JavaScript and first enables the cache of compiled code, because compiling
 * TypeScript takes 30 MB of memory in each thread.
 */
const LOADER = `
  const { workerData } = require('node:worker_threads');
  const { enableCompileCache, flushCompileCache } = require('node:module');
  if (workerData.cache !== undefined) enableCompileCache(workerData.cache);
  import(workerData.program).then(() => flushCompileCache());
`;

/**
 * Starts a thread of this program.
 * @param program its module, written as `new URL('./….ts', import.meta.url)`, which the build searches for
 * @param data available to the module as `workerData`
 */
export function startThread(program: URL, data: object, resourceLimits: ResourceLimits): Worker {
  if (isBinary) {
    const workerData = { ...data, nativeDirectory: nativeDirectory() };
    return new Worker(threadCode(program.href), { eval: true, workerData, resourceLimits });
  }
  const cache = getCompileCacheDir();
  const workerData = {
    ...data,
    program: program.href,
    cache: cache === undefined ? undefined : dirname(cache),
  };
  return new Worker(LOADER, { eval: true, workerData, resourceLimits });
}
