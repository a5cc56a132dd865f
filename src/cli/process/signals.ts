/** Signals within this time count as one: for one Ctrl-C, both the terminal and npm send a signal. */
const SAME_WISH_MS = 2000;

/** Signals that request the end of the process. */
export interface StopSignals {
  readonly first: Promise<NodeJS.Signals>;
  /** Aborted by a further signal: the user does not want to wait. */
  readonly again: AbortSignal;
}

/** Handles SIGTERM and SIGINT, which no longer end the process. */
export function stopSignals(): StopSignals {
  const again = new AbortController();
  const first = new Promise<NodeJS.Signals>((resolve) => {
    let firstAt: number | undefined;
    const take = (signal: NodeJS.Signals): void => {
      const now = performance.now();
      firstAt ??= now;
      resolve(signal);
      if (now - firstAt > SAME_WISH_MS) again.abort();
    };
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, take);
  });
  return { first, again: again.signal };
}

/** Serializes calls of `work`. Calls while it runs result in one more run. */
export function coalesceRuns(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
  return () => void run();
}
