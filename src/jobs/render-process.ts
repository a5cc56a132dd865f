import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '../log.ts';
import type { Rendered, RenditionTask } from '../model/entries/rendition.ts';
import { message } from '../model/errors/messages.ts';
import { ALLOCATOR } from '../program/allocator.ts';
import type { Launch } from '../program/launch.ts';
import { CHUNK_BYTES, type ToChild } from './child/messages.ts';
import { parseChildMessage } from './child-message-schema.ts';
import type { Ocr } from './ocr.ts';
import { memoryOf, runLast, watchMemory } from './process-limits.ts';

/** Timeout for the start of a process, in milliseconds. */
const START_MS = 30_000;
/** Maximum length of standard error kept for the log, in characters. */
const LAST_WORDS = 4000;
/** A process is replaced after this many contents, to bound memory leaks in the libraries. */
const MAX_CONTENTS = 500;
/** Share of the memory limit that a process may retain between contents. WebAssembly never releases memory. */
const MAX_KEPT = 0.5;
/** Environment of the process. Excludes the environment of the service, which may contain secrets. */
const ENVIRONMENT = { ...ALLOCATOR, TZ: 'UTC' };
const FAILED = message('reading_failed').text;

/** Bytes of a content; the subset of the storage's `Content` that rendering needs. */
export interface ReadableContent {
  /** Passes the bytes from `start` to `end`, both inclusive, to `consume`, chunk by chunk. */
  read(
    range: { readonly start: number; readonly end: number },
    consume: (chunk: Buffer) => Promise<void>,
  ): Promise<void>;
}

/** Launch command of a rendering process, and its limits per content. */
export interface RenderSettings {
  readonly launch: Launch;
  readonly timeoutSeconds: number;
  readonly memoryBytes: number;
  /** OCR engine; undefined when OCR is not available. */
  readonly ocr: Ocr | undefined;
}

/** Thrown when the process ended or was killed before it returned a result. The message is one sentence for users. */
export class RenderingFailed extends Error {}

/** A sandboxed process that reads one content at a time. Contents are hostile, so it has almost no permissions. */
export class RenderProcess {
  /** Resolves when the process accepts contents. Rejects if it ends before. */
  readonly ready: Promise<true>;
  readonly #child: ChildProcess;
  readonly #settings: RenderSettings;
  readonly #log: Logger;
  readonly #isReady = Promise.withResolvers<true>();
  /** Rejects when the process has ended. */
  readonly #end = Promise.withResolvers<never>();
  #hasEnded = false;
  #reason: string | undefined;
  #lastWords = '';
  #contents = 0;
  #rendered: (rendered: Rendered, faults: readonly string[]) => void = () => undefined;
  #wantsMore: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: RenderSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    const { file, args, environment } = settings.launch;
    this.#child = spawn(file, args, {
      env: { ...ENVIRONMENT, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.#end.promise.catch(() => undefined);
    this.ready = Promise.race([this.#isReady.promise, this.#end.promise]);
    this.ready.catch(() => undefined);
    this.#child.on('message', (message) => this.#take(message));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
    this.#child.once('error', (error) => this.#ended({ err: error }));
    this.#child.once('close', (code, signal) => this.#ended({ exit: code ?? signal }));
    if (this.#child.pid !== undefined) void runLast(this.#child.pid, log);
    this.#startClock(START_MS);
  }

  /** True until the process has ended. */
  get isAlive(): boolean {
    return !this.#hasEnded;
  }

  /** Process ID; 0 if the process could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Renders one content. Requires that the process is ready and has no other content.
   * @throws {RenderingFailed}
   * @throws {Error} if the content cannot be read; the process is unusable afterwards
   */
  async render(task: RenditionTask, content: ReadableContent): Promise<Rendered> {
    const { timeoutSeconds, memoryBytes } = this.#settings;
    const mebibytes = Math.round(memoryBytes / 2 ** 20);
    const tooMuch = message('reading_took_memory', { mebibytes }).text;
    const stopWatching = watchMemory(this.pid, memoryBytes, () => this.#kill(tooMuch));
    this.#startClock(timeoutSeconds * 1000);
    try {
      const response = this.#response(task);
      await Promise.race([this.#pass(task, content, response), this.#end.promise]);
      return await Promise.race([response, this.#end.promise]);
    } finally {
      stopWatching();
      clearTimeout(this.#timer);
      this.#contents += 1;
    }
  }

  /** Whether the process should be replaced, because it has read many contents or retains much memory. */
  async isWorn(): Promise<boolean> {
    if (this.#contents >= MAX_CONTENTS) return true;
    return (await memoryOf(this.pid)) > this.#settings.memoryBytes * MAX_KEPT;
  }

  /** Kills the process immediately. */
  async stop(): Promise<void> {
    this.#kill(message('reading_stopped').text);
    await this.#end.promise.catch(() => undefined);
  }

  #response(task: RenditionTask): Promise<Rendered> {
    return new Promise((resolve) => {
      this.#rendered = (rendered, faults) => {
        for (const fault of faults)
          this.#log.warn({ sha256: task.sha256, fault }, 'rendering a content failed unexpectedly');
        resolve(rendered);
      };
    });
  }

  /** Sends the first chunk of a content. The remaining chunks follow unless the first one is enough for a result. */
  async #pass(
    { size, wants }: RenditionTask,
    content: ReadableContent,
    response: Promise<unknown>,
  ): Promise<void> {
    const wanted = new Promise<'wanted'>((resolve) => (this.#wantsMore = () => resolve('wanted')));
    await this.#send({ type: 'task', size, wants, canReadPages: this.#settings.ocr !== undefined });
    await this.#passBytes(content, 0, Math.min(size, CHUNK_BYTES));
    if (size <= CHUNK_BYTES || (await Promise.race([wanted, response])) !== 'wanted') return;
    await this.#passBytes(content, CHUNK_BYTES, size);
  }

  async #passBytes(content: ReadableContent, from: number, to: number): Promise<void> {
    if (from === to) return;
    await content.read({ start: from, end: to - 1 }, async (chunk) => {
      for (let start = 0; start < chunk.length; start += CHUNK_BYTES)
        await this.#send({ type: 'bytes', bytes: chunk.subarray(start, start + CHUNK_BYTES) });
    });
  }

  /** Resolves when the message has been sent, so that at most one chunk is in memory. */
  #send(message: ToChild): Promise<void> {
    return new Promise((resolve) => {
      this.#child.send(message, (error) => {
        if (error) this.#kill();
        resolve(error ? this.#end.promise : undefined);
      });
    });
  }

  #take(message: unknown): void {
    const response = parseChildMessage(message);
    if (response === undefined) {
      this.#log.error('the rendering process sent an invalid response');
      this.#kill();
    } else if (response.type === 'ready') {
      clearTimeout(this.#timer);
      this.#isReady.resolve(true);
    } else if (response.type === 'more') {
      this.#wantsMore();
    } else if (response.type === 'rendered') {
      this.#rendered(response.rendered, response.faults);
    } else {
      void this.#readPage(response.bytes, response.isLast);
    }
  }

  /** Stops the timeout of the process during OCR, which has its own timeout. */
  async #readPage(bytes: Uint8Array, isLast: boolean): Promise<void> {
    const { ocr, timeoutSeconds } = this.#settings;
    ocr?.add(bytes);
    if (!isLast) return;
    clearTimeout(this.#timer);
    const text = (await ocr?.read()) ?? '';
    if (this.#hasEnded) return;
    this.#startClock(timeoutSeconds * 1000);
    await this.#send({ type: 'page-text', text }).catch(() => undefined);
  }

  #startClock(milliseconds: number): void {
    clearTimeout(this.#timer);
    const tooLong = message('reading_took_time', { seconds: Math.round(milliseconds / 1000) }).text;
    this.#timer = setTimeout(() => this.#kill(tooLong), milliseconds);
  }

  #kill(reason?: string): void {
    if (this.#hasEnded) return;
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #ended(how: object): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#settings.ocr?.stop();
    const reason = this.#reason ?? FAILED;
    if (this.#reason === undefined)
      this.#log.warn({ ...how, stderr: this.#lastWords }, 'the rendering process has ended unexpectedly');
    this.#end.reject(new RenderingFailed(reason));
  }
}
