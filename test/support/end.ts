/** Something that outlives the test file which started it. */
interface Lasting {
  /** Ends it in order. */
  close(): Promise<void>;
  /** Ends it when the process exits: a worker of mocha has no time then. */
  kill(): void;
}

const all: Lasting[] = [];

process.once('exit', () => {
  for (const each of all) each.kill();
});

/** Ends `lasting` after the last test of this process. */
export function atEnd(lasting: Lasting): void {
  all.push(lasting);
}

/** Ends everything. Without workers, mocha waits for it; a worker just exits. */
export async function endAll(): Promise<void> {
  await Promise.all(all.map((each) => each.close()));
}
