import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../model/errors/error-code.ts';
import type { JobResult } from './thread.ts';

interface Work {
  run(job: unknown): unknown;
}

/**
 * Runs the jobs of a `Thread`. The module of the thread calls it once.
 * @param prepare receives the path of the database
 */
export function serveJobs(prepare: (file: string) => Work): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a thread only');
  const data: unknown = workerData;
  const hasFile = typeof data === 'object' && data !== null && 'file' in data;
  const work = prepare(hasFile ? String(data.file) : '');
  port.on('message', (job: unknown) => {
    port.postMessage(resultOf(() => work.run(job)));
  });
}

function resultOf(work: () => unknown): JobResult<unknown> {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, code: codeOf(error) };
  }
}
