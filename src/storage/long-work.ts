/**
 * Maximum time for long tasks per turn of the event loop, in milliseconds. Then pending requests run, however many
 * tasks wait.
 */
const MAX_MS = 10;

const waiting: (() => void)[] = [];

/**
 * Resolves after the requests that have arrived meanwhile had a turn. Await it between the steps of a long task.
 * Concurrent tasks share the time budget of one task, in the order in which they wait, so many tasks delay requests no
 * longer than one does.
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
    // The callback stays in the list until it has run. Otherwise a concurrent call would schedule a second turn.
    waiting[0]?.();
    await new Promise((resolve) => process.nextTick(resolve));
    waiting.shift();
  }
  if (waiting.length > 0) setImmediate(next);
}
