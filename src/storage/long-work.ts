/** After so many milliseconds of long works, requests that have arrived get their turn, however many works wait. */
const MAX_MS = 10;

const waiting: (() => void)[] = [];

/**
 * Resolves when requests that have arrived meanwhile have had their turn. To be awaited between the pieces of a long
 * work. Works that run at the same time share the time that is there for one, in the order in which they wait: many
 * of them hold up others no longer than one does.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  void goOn(performance.now() + MAX_MS, waiting.length);
}

async function goOn(end: number, count: number): Promise<void> {
  for (let left = count; left > 0 && performance.now() < end; left -= 1) {
    // It stays in the list until it has run, so that nobody else begins with another turn.
    waiting[0]?.();
    await new Promise((resolve) => process.nextTick(resolve));
    waiting.shift();
  }
  if (waiting.length > 0) setImmediate(next);
}
