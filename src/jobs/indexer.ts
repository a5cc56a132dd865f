import { setTimeout as sleep } from 'node:timers/promises';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { BackgroundPause } from './background-pause.ts';
import type { Job } from './job.ts';

/** Polling interval for changes. */
const POLL_MS = 1000;
/** Pause after an error, such as a full disk. */
const ERROR_PAUSE_MS = 60_000;
/** Maximum pause. A search indexes the newest changes itself, so the index may lag by a second. */
const MAX_PAUSE_MS = 1000;

/**
 * Background job that keeps the search index up to date. Searches do not wait for it: they index the newest changes
 * themselves.
 */
export class Indexer implements Job {
  readonly #indexing: Pick<Dms['indexing'], 'step'>;
  readonly #log: Logger;
  readonly #backgroundPause: BackgroundPause;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param requests number of requests since the start; default: always 0 */
  constructor(indexing: Pick<Dms['indexing'], 'step'>, log: Logger, requests = (): number => 0) {
    this.#indexing = indexing;
    this.#log = log;
    this.#backgroundPause = new BackgroundPause({ requests, longestMs: MAX_PAUSE_MS });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops after the current step. The next start continues with the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) await this.#pause(await this.#step());
  }

  /** @returns the pause before the next step, in milliseconds */
  async #step(): Promise<number> {
    const begin = performance.now();
    try {
      const hasMore = await this.#indexing.step();
      const tookMs = performance.now() - begin;
      // Pauses at least as long as the step took, even without requests: other work needs the thread and the disk too.
      return hasMore ? Math.max(tookMs, this.#backgroundPause.after(tookMs)) : POLL_MS;
    } catch (error) {
      // No change is lost: it is indexed later. A full disk regularly causes this error.
      this.#log.warn({ err: error }, 'the search index cannot be written');
      return ERROR_PAUSE_MS;
    }
  }

  /** Ends early when the service stops. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
