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
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => {
    const isFirst = waiting.push(resolve) === 1;
    if (isFirst) scheduleTurn();
  });
}

function scheduleTurn(): void {
  setImmediate(() => void resumeWaiting());
}

/**
 * Resumes the tasks that wait at the start of a turn. Tasks for which the turn has no time left wait for the next one.
 */
async function resumeWaiting(): Promise<void> {
  const deadline = performance.now() + MAX_MS;
  const count = waiting.length;
  for (let resumed = 0; resumed < count && performance.now() < deadline; resumed += 1) {
    // The task stays in the list while it runs. Otherwise its next call would find the list empty and schedule a second
    // turn.
    const [resume] = waiting;
    resume?.();
    await new Promise((resolve) => process.nextTick(resolve));
    waiting.shift();
  }
  if (waiting.length > 0) scheduleTurn();
}
