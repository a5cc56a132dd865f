import { setTimeout as sleep } from 'node:timers/promises';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { allFailed, type Rendered, type RenditionTask } from '../model/entries/rendition.ts';
import { message } from '../model/errors/messages.ts';
import type { Job } from './job.ts';
import { RenderingFailed, RenderProcess, type RenderSettings } from './render-process.ts';
import { Rests } from './rests.ts';

/** How often the queue is looked at without being told of new work: other processes and back-off add some. */
const POLL_MS = 10_000;
/** A process without work ends after this time, and gives its memory back. */
const IDLE_MS = 60_000;
/** Wait before the next attempt when the queue could not be read or written. */
const ERROR_PAUSE_MS = 60_000;
/** Waits before the next process is started when the last one did not get ready: the first, and the longest. */
const FIRST_START_PAUSE_MS = 1000;
const LONGEST_START_PAUSE_MS = 60_000;
/** Longest rest: somebody who asks for a thumbnail meanwhile waits for its end. */
const LONGEST_REST_MS = 100;

/** The contents that something is to be made from. */
export type RenditionQueue = Pick<
  Dms['renditionQueue'],
  'content' | 'done' | 'failed' | 'hasDemand' | 'next' | 'onWork'
>;

/** Limits and program of {@link Rendering}. */
export interface RenderingSettings extends RenderSettings {
  /** Larger contents are not read. */
  readonly maxBytes: number;
  /** Time after which a process without work ends; one minute if left out. */
  readonly idleMs?: number;
  /** How many requests have come since the start; left out: there are none. */
  readonly requests?: () => number;
}

/** Makes texts and thumbnails from contents, one after the other, in a process of its own. */
export class Rendering implements Job {
  readonly #queue: RenditionQueue;
  readonly #settings: RenderingSettings;
  readonly #log: Logger;
  readonly #rests: Rests;
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
    this.#rests = new Rests({ requests: settings.requests ?? (() => 0), longestMs: LONGEST_REST_MS });
  }

  /** Begins with what is in the queue. */
  start(): void {
    this.#queue.onWork(() => this.#news.tell());
    this.#running = this.#run();
  }

  /** Stops at once. A content that is being read stays in the queue, and its attempt does not count. */
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
        // Work that comes after this line wakes the next wait.
        this.#news = news();
        const task = await this.#queue.next();
        await (task ? this.#work(task) : this.#wait());
      } catch (error) {
        // Nothing is lost: the queue is there when the disk has room again.
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
    const restMs = this.#rests.after(performance.now() - begin);
    if (restMs > 0 && !this.#queue.hasDemand) await this.#pause(restMs);
  }

  /** @returns undefined after a pause, if the process does not get ready: no content is to blame for that */
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
      this.#log.error({ err: error }, 'the process that reads contents does not start');
      await this.#pause(this.#startPauseMs);
      this.#startPauseMs = Math.min(this.#startPauseMs * 2, LONGEST_START_PAUSE_MS);
      return undefined;
    }
  }

  async #render(task: RenditionTask, child: RenderProcess): Promise<void> {
    const outcome = await this.#outcome(task, child);
    if (typeof outcome !== 'string') await this.#queue.done(task, outcome);
    else if (!this.#isStopping()) await this.#queue.failed(task, outcome);
    if (await child.isWorn()) await this.#endProcess();
  }

  /** @returns what was made, or why the attempt came to nothing */
  async #outcome(task: RenditionTask, child: RenderProcess): Promise<Rendered | string> {
    const { sha256 } = task;
    try {
      return await child.render(task, this.#queue.content(sha256));
    } catch (error) {
      if (error instanceof RenderingFailed) return error.message;
      this.#log.error({ err: error, sha256 }, 'a content cannot be read from the disk');
      // It waits for the rest of the content.
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

  /** Waits, but not when the service stops. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** A promise, and how to resolve it. */
function news(): { readonly told: Promise<void>; readonly tell: () => void } {
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  return { told, tell: () => tell() };
}
