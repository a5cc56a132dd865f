/**
 * Memory over hours: `npm run bench:memory -- [MINUTES] [USERS] [MINUTES OF REST]`, default 180, 200 and 10.
 *
 * Starts `dms serve` on an office of 20,000 documents. The users do a random mix of an office's work, about 15 requests
 * a second together. They delete as much as they create, so growth of the memory is not growth of the data. Prints the
 * memory of the service once a minute, its growth per hour over the last two thirds of the load, and the memory after
 * the rest. It only prints figures; it checks no limits. The exit code is 1 if a request failed, and 2 for a wrong
 * command line.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, machineLine, runBench, workFolders } from '../bench/script.ts';
import { UsageError } from '../bench/settings.ts';
import { makeOffice } from '../scale/office/make.ts';
import { SPECIAL } from '../scale/office/people.ts';
import { largeShape, type Shape } from '../scale/office/shape.ts';
import { RunningOffice } from '../scale/running-office.ts';
import { Clerk } from './clerk.ts';
import { GROWING, HEAD, readSample, rowOf, type Sample, slopeOf } from './samples.ts';
import { pickWork } from './work.ts';

const DOCUMENTS = 20_000;
/** Works of all users together, per second. A work is one request or a few. */
const WORKS_PER_SECOND = 9;
const MINUTE_MS = 60_000;
const PICTURE = new URL('../../test/fixtures/pictures/baseline.jpg', import.meta.url);

const argv = process.argv.slice(2);
const [minutes = 180, users = 200, restMinutes = 10] = argv.map(Number);

/** Counts of the works and of the failures, by name and message. */
class Tally {
  readonly #works = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  add(name: string): void {
    this.#works.set(name, (this.#works.get(name) ?? 0) + 1);
  }

  fail(name: string, error: unknown): void {
    const message = `${name}: ${String(error)
      .replaceAll(/\d{2,}/g, 'N')
      .slice(0, 160)}`;
    this.#failures.set(message, (this.#failures.get(message) ?? 0) + 1);
  }

  /** Connections that were reset do not count: the service closes idle ones, also while a request is on its way. */
  get hasFailures(): boolean {
    return [...this.#failures.keys()].some((message) => !message.includes('ECONNRESET'));
  }

  toString(): string {
    const works = [...this.#works].map(([name, count]) => `${name} ${String(count)}`).join(', ');
    const failures = [...this.#failures].map(([message, count]) => `\n${String(count)} × ${message}`);
    return `${works}${failures.join('')}`;
  }
}

/** Works until the signal, with random pauses. */
async function employ(clerk: Clerk, tally: Tally, over: AbortSignal): Promise<void> {
  const longestPause = (2 * users * 1000) / WORKS_PER_SECOND;
  const rest = (): Promise<unknown> =>
    pause(clerk.random.next() * longestPause, undefined, { signal: over }).catch(() => undefined);
  const attempt = async (name: string, work: (clerk: Clerk) => Promise<unknown>): Promise<void> => {
    await rest();
    if (over.aborted) return;
    tally.add(name);
    await work(clerk).catch((error: unknown) => tally.fail(name, error));
  };
  await attempt('MKCOL', (each) => each.begin());
  while (!over.aborted) await attempt(...pickWork(clerk));
  clerk.close();
}

async function measure(shape: Shape, directory: string, { cleanups, note }: Bench): Promise<void> {
  const office = await RunningOffice.start(directory, cleanups);
  note(`process ${String(office.pid)}, ${directory}`);
  const over = new AbortController();
  cleanups.add(() => {
    over.abort();
    return Promise.resolve();
  });
  const tally = new Tally();
  const picture = await readFile(PICTURE);
  const begin = performance.now();
  const samples: Sample[] = [];
  const sample = (): void => {
    const taken = readSample(office.pid, directory, (performance.now() - begin) / MINUTE_MS);
    console.log(rowOf(taken, samples.at(-1) ?? taken));
    samples.push(taken);
  };
  console.log(HEAD);
  sample();
  const clerks = Array.from(
    { length: users },
    (_, number) => new Clerk(office.port, shape, { number, picture }),
  );
  const employed = Promise.all(clerks.map((clerk) => employ(clerk, tally, over.signal)));
  for (let minute = 1; minute <= minutes; minute += 1) {
    await Promise.race([employed, pause(begin + minute * MINUTE_MS - performance.now())]);
    sample();
  }
  over.abort();
  await employed;
  const late = samples.slice(Math.floor(samples.length / 3));
  await pause(restMinutes * MINUTE_MS);
  sample();
  console.log(`\nthe last row after ${String(restMinutes)} minutes of rest; ${tally.toString()}\n`);
  for (const figure of GROWING)
    console.log(`${figure}: ${slopeOf(late, figure).toFixed(2)} MiB an hour in the last two thirds`);
  if (tally.hasFailures) process.exitCode = 1;
  await office.stop();
}

await runBench('bench:memory', async (bench) => {
  const wrong = argv.find((text) => !/^\d+$/.test(text));
  if (wrong !== undefined) throw new UsageError(`${wrong} is not a whole number`);
  const { folder } = await workFolders(undefined, bench.cleanups);
  const shape: Shape = { ...largeShape(DOCUMENTS), users: users + SPECIAL.length };
  console.log(`${machineLine()}; ${String(users)} users, ${String(minutes)} minutes\n`);
  const directory = await makeOffice(folder, shape, bench.note);
  await measure(shape, directory, bench);
});
