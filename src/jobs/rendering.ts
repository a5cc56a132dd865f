import { setTimeout as sleep } from 'node:timers/promises';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { allFailed, type Rendered, type RenditionTask } from '../model/entries/rendition.ts';
import { message } from '../model/errors/messages.ts';
import { BackgroundPause } from './background-pause.ts';
import type { Job } from './job.ts';
import { RenderingFailed, RenderProcess, type RenderSettings } from './render-process.ts';

/** Fallback polling interval of the queue: other processes add tasks without notification, and retries become due. */
const POLL_MS = 10_000;
/** A process without work ends after this time, to release its memory. */
const IDLE_MS = 60_000;
/** Pause before the next attempt after the queue could not be read or written. */
const ERROR_PAUSE_MS = 60_000;
/** Initial and maximum pause before another process is started, after the last one did not become ready. */
const FIRST_START_PAUSE_MS = 1000;
const MAX_START_PAUSE_MS = 60_000;
/** Upper bound of the pause; a thumbnail request that arrives during it waits that long. */
const MAX_PAUSE_MS = 100;

/** Queue of contents to render. */
export type RenditionQueue = Pick<
  Dms['renditionQueue'],
  'content' | 'done' | 'failed' | 'hasDemand' | 'next' | 'onWork'
>;

/** Settings of {@link Rendering}. */
export interface RenderingSettings extends RenderSettings {
  /** Maximum size of a content; larger contents are not read. */
  readonly maxBytes: number;
  /** Time after which an idle process ends; default: one minute. */
  readonly idleMs?: number;
  /** Number of requests since the start; default: always 0. */
  readonly requests?: () => number;
}

/** Background job that makes texts and thumbnails of contents, one at a time, in a separate process. */
export class Rendering implements Job {
  readonly #queue: RenditionQueue;
  readonly #settings: RenderingSettings;
  readonly #log: Logger;
  readonly #backgroundPause: BackgroundPause;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #news = news();
  #process: RenderProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #startPauseMs = FIRST_START_PAUSE_MS;

  constructor(queue: RenditionQueue, settings: RenderingSettings, log: Logger) {
    this.#queue = queue;
    this.#settings = settings;
    this.#log = log;
    this.#backgroundPause = new BackgroundPause({
      requests: settings.requests ?? (() => 0),
      longestMs: MAX_PAUSE_MS,
    });
  }

  start(): void {
    this.#queue.onWork(() => this.#news.tell());
    this.#running = this.#run();
  }

  /** Stops immediately. A content that is being read stays in the queue, and its attempt does not count. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#news.tell();
    await this.#process?.stop();
    await this.#running;
    await this.#endProcess();
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping()) {
      try {
        // Work that is added after this line ends the next wait.
        this.#news = news();
        const task = await this.#queue.next();
        await (task ? this.#work(task) : this.#wait());
      } catch (error) {
        // No task is lost: the queue still exists when the disk has free space again.
        this.#log.warn({ err: error }, 'the queue of texts and thumbnails cannot be used');
        await this.#pause(ERROR_PAUSE_MS);
      }
    }
  }

  async #wait(): Promise<void> {
    if (this.#isStopping()) return;
    const { idleMs = IDLE_MS } = this.#settings;
    this.#idle ??= setTimeout(() => void this.#endProcess(), idleMs);
    const poll = setTimeout(this.#news.tell, POLL_MS);
    await this.#news.told;
    clearTimeout(poll);
  }

  async #work(task: RenditionTask): Promise<void> {
    const { maxBytes } = this.#settings;
    if (task.size > maxBytes) {
      await this.#queue.done(
        task,
        allFailed(message('file_too_large', { mebibytes: Math.round(maxBytes / 2 ** 20) }).text, task.wants),
      );
      return;
    }
    clearTimeout(this.#idle);
    this.#idle = undefined;
    const child = await this.#readyProcess();
    if (!child) return;
    const begin = performance.now();
    await this.#render(task, child);
    const pauseMs = this.#backgroundPause.after(performance.now() - begin);
    if (pauseMs > 0 && !this.#queue.hasDemand) await this.#pause(pauseMs);
  }

  /**
   * @returns undefined, after a pause, if the process did not become ready; this does not count as a failure of the
   * content
   */
  async #readyProcess(): Promise<RenderProcess | undefined> {
    if (this.#isStopping()) return undefined;
    if (this.#process?.isAlive) return this.#process;
    this.#process = new RenderProcess(this.#settings, this.#log);
    try {
      await this.#process.ready;
      this.#startPauseMs = FIRST_START_PAUSE_MS;
      return this.#process;
    } catch (error) {
      if (this.#isStopping()) return undefined;
      this.#log.error({ err: error }, 'the rendering process cannot be started');
      await this.#pause(this.#startPauseMs);
      this.#startPauseMs = Math.min(this.#startPauseMs * 2, MAX_START_PAUSE_MS);
      return undefined;
    }
  }

  async #render(task: RenditionTask, child: RenderProcess): Promise<void> {
    const outcome = await this.#outcome(task, child);
    if (typeof outcome !== 'string') await this.#queue.done(task, outcome);
    else if (!this.#isStopping()) await this.#queue.failed(task, outcome);
    if (await child.isWorn()) await this.#endProcess();
  }

  /** @returns the result, or the reason why the attempt failed */
  async #outcome(task: RenditionTask, child: RenderProcess): Promise<Rendered | string> {
    const { sha256 } = task;
    try {
      return await child.render(task, this.#queue.content(sha256));
    } catch (error) {
      if (error instanceof RenderingFailed) return error.message;
      this.#log.error({ err: error, sha256 }, 'a content cannot be read from the disk; run dms check');
      // The process still waits for the rest of the content.
      await this.#endProcess();
      return message('file_unreadable_on_disk').text;
    }
  }

  async #endProcess(): Promise<void> {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    const child = this.#process;
    this.#process = undefined;
    await child?.stop();
  }

  /** Ends early when the service stops. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** A one-time notification: a promise, and the function that resolves it. */
function news(): { readonly told: Promise<void>; readonly tell: () => void } {
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  return { told, tell: () => tell() };
}
