import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 250;
/** With much less, starting alone takes too much memory, and that ends the process. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 16 };

/**
 * An orphan gets another parent. JavaScript and not a module of its own: loading TypeScript takes 10 MB more in
 * the thread.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_EVERY_MS});
  parentPort.postMessage('watching');
`;

/**
 * Starts a thread that ends this process soon after its parent has ended, however that came about. The main
 * thread cannot do so: it may be in a loop of WebAssembly, from which it never returns. On Windows a process
 * keeps its parent, so there only the main thread notices.
 */
export async function startWatchdog(): Promise<void> {
  const watchdog = new Worker(PROGRAM, { eval: true, workerData: process.ppid, resourceLimits: LIMITS });
  watchdog.unref();
  await once(watchdog, 'message');
}
