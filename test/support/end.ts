/** A resource that outlives the test file that created it. */
interface Lasting {
  /** Closes the resource gracefully. */
  close(): Promise<void>;
  /** Kills the resource when the process exits, because a worker of mocha has no time to close it then. */
  kill(): void;
}

const all: Lasting[] = [];

process.once('exit', () => {
  for (const each of all) each.kill();
});

/** Closes `lasting` after the last test of this process. */
export function atEnd(lasting: Lasting): void {
  all.push(lasting);
}

/** Closes everything. Without workers, mocha waits for this; a worker exits immediately. */
export async function endAll(): Promise<void> {
  await Promise.all(all.map((each) => each.close()));
}
