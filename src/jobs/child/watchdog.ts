import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const POLL_MS = 250;
/** With much smaller limits, the start of the thread exceeds them, which ends the process. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 16 };

/**
 * When the parent process dies, the orphan gets another parent process ID. The program is JavaScript source and not a
 * TypeScript module, because loading TypeScript takes another 10 MB in the thread.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  }, ${POLL_MS});
  parentPort.postMessage('watching');
`;

/**
 * Starts a thread that ends this process soon after its parent process has ended for any reason. The main thread cannot
 * do this: it may be stuck in a WebAssembly loop. On Windows, the parent process ID never changes, so only the main
 * thread detects the end there.
 */
export async function startWatchdog(): Promise<void> {
  const watchdog = new Worker(PROGRAM, { eval: true, workerData: process.ppid, resourceLimits: LIMITS });
  watchdog.unref();
  await once(watchdog, 'message');
}
