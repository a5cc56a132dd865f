import { setTimeout as sleep } from 'node:timers/promises';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import type { Job } from './job.ts';
import { Rests } from './rests.ts';

/** How often it looks for changes. */
const POLL_MS = 1000;
/** Wait after an error, such as a full disk. */
const ERROR_PAUSE_MS = 60_000;
/** Longest rest: a search indexes the newest changes itself, so the index may be a second late. */
const LONGEST_REST_MS = 1000;

/** Keeps the search index up to date, beside requests. A search does not wait for it: it indexes the newest changes itself. */
export class Indexer implements Job {
  readonly #indexing: Pick<Dms['indexing'], 'step'>;
  readonly #log: Logger;
  readonly #rests: Rests;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param requests how many have come since the start; left out: there are none */
  constructor(indexing: Pick<Dms['indexing'], 'step'>, log: Logger, requests = (): number => 0) {
    this.#indexing = indexing;
    this.#log = log;
    this.#rests = new Rests({ requests, longestMs: LONGEST_REST_MS });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops after the present step. What is left is done after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) await this.#pause(await this.#step());
  }

  /** @returns how long to wait, in milliseconds */
  async #step(): Promise<number> {
    const begin = performance.now();
    try {
      const hasMore = await this.#indexing.step();
      const tookMs = performance.now() - begin;
      // At most half of the time, also while no requests come: others need the thread and the disk, too.
      return hasMore ? Math.max(tookMs, this.#rests.after(tookMs)) : POLL_MS;
    } catch (error) {
      // Nothing is lost: what waits is indexed later. On a full disk that is the usual course.
      this.#log.warn({ err: error }, 'the search index cannot be written');
      return ERROR_PAUSE_MS;
    }
  }

  /** Waits, but not when the service stops. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
