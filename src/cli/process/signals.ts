/** Signals within this time are the same wish: for one Ctrl-C, the terminal sends one, and npm another. */
const SAME_WISH_MS = 2000;

/** What asks the process to end. */
export interface StopSignals {
  readonly first: Promise<NodeJS.Signals>;
  /** Aborted by another one: somebody does not want to wait. */
  readonly again: AbortSignal;
}

/** From now on, SIGTERM and SIGINT do not end the process by themselves. */
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

/** Calls while `work` runs are one call after it. */
export function oneAtATime(work: () => Promise<void>): () => void {
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
