import type { Answer } from './answer-reader.ts';
import type { Outgoing } from './connection.ts';
import { type Session, unexpected, WrongAnswer } from './session.ts';

/** A kind of request that is sent at the maximum rate. */
export interface Job {
  readonly connections: number;
  /** Accepted statuses. */
  readonly status: readonly number[];
  /** @returns the request with this number; numbers start at 0 in every round */
  request(number: number): Outgoing;
  /** Checks one response of the sample ({@link isSample}). @throws {WrongAnswer} */
  check?(answer: Answer, number: number): void;
  /** Receives each response, because a request may depend on the previous response. */
  note?(answer: Answer, number: number): void;
}

/** Every 500th response is checked. */
const SAMPLE_INTERVAL = 500;
const WARM_UP_SECONDS = 0.25;
const WARM_UP_REQUESTS = 500;

/** True if the response to the request with this number is checked. */
export function isSample(number: number): boolean {
  return number % SAMPLE_INTERVAL === 0;
}

/** @throws {Error} if `values` is empty */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
}

/** @returns requests per second: the median of the rounds, after a short warm-up round */
export async function requestRate(
  session: Session,
  jobOf: (round: number) => Promise<Job> | Job,
): Promise<number> {
  const { rounds, seconds, requests } = session.settings;
  await runRound(session, await jobOf(-1), { seconds: WARM_UP_SECONDS, requests: WARM_UP_REQUESTS });
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    rates.push(await runRound(session, await jobOf(round), { seconds, requests }));
  }
  return median(rates);
}

async function runRound(
  session: Session,
  job: Job,
  limit: { readonly seconds: number; readonly requests: number },
): Promise<number> {
  const begin = performance.now();
  const end = begin + limit.seconds * 1000;
  let issued = 0;
  const work = async (connection: number): Promise<void> => {
    while (issued < limit.requests && performance.now() < end) {
      const number = issued++;
      const answer = await session.connection(connection).send(job.request(number));
      if (!job.status.includes(answer.status)) throw unexpected(`request ${number}`, answer);
      job.note?.(answer, number);
      if (isSample(number)) job.check?.(answer, number);
    }
  };
  await allDone(Array.from({ length: job.connections }, (_, connection) => work(connection)));
  return (issued / (performance.now() - begin)) * 1000;
}

/** Like `Promise.all`, but waits for the others after a failure, so that none continues in the background. */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  throw failed.reason instanceof Error ? failed.reason : new Error(String(failed.reason));
}

/** Runs `work` for the numbers from 0 to `count` - 1, with one call at a time per connection. */
export async function inParallel(
  connections: number,
  count: number,
  work: (number: number, connection: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (connection: number): Promise<void> => {
    while (next < count) await work(next++, connection);
  };
  await allDone(Array.from({ length: connections }, (_, connection) => run(connection)));
}

/** @returns the duration of `work` in milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** @returns the median of `count` measurements */
export async function medianOf(count: number, measure: (number: number) => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let number = 0; number < count; number++) values.push(await measure(number));
  return median(values);
}

/** @throws {WrongAnswer} unless the 207 body lists `expected` resources */
export function requireResponses(what: string, listing: Buffer, expected: number): void {
  const found = listing.toString('latin1').match(/<\/(?:\w+:)?response>/g)?.length ?? 0;
  if (found !== expected) throw new WrongAnswer(`${what} lists ${found} resources, not ${expected}`);
}
