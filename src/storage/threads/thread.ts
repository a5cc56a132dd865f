import { setTimeout as setTimer } from 'node:timers';
import type { Worker } from 'node:worker_threads';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { startThread } from '../../program/threads.ts';
import type { Closable } from './closable.ts';

/** Idle time after which a thread ends and frees its memory, in milliseconds. */
const IDLE_MS = 60_000;

/** Same as for the process (`package.json`). SQLite's memory does not count. */
const YOUNG_GENERATION_MB = 6;
const MEMORY_MB = 64;

/**
 * Response of a thread to a job. An error loses its `code` when it is passed between threads, so the code is a separate
 * field.
 */
export type JobResult<Result> =
  | { readonly value: Result }
  | { readonly message: string; readonly code: string | undefined };

/** Resource limits of a thread. */
export interface ThreadLimits {
  readonly memoryMb?: number;
  readonly idleMs?: number;
}

interface Waiting<Result> {
  readonly resolve: (value: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A worker thread for work on the database that would block the event loop. It starts with the first job, runs one job
 * at a time, and restarts with the next job if it has ended.
 */
export class Thread<Job, Result> implements Closable {
  readonly #program: URL;
  readonly #file: string;
  readonly #memoryMb: number;
  readonly #idleMs: number;
  readonly #waiting: Waiting<Result>[] = [];
  #worker: Worker | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param program a module that calls `serveJobs` (`thread-jobs.ts`)
   * @param file path of the database
   * @param limits `memoryMb`: maximum heap for its objects, in MiB; `idleMs`: idle time after which it ends, in
   * milliseconds
   */
  constructor(program: URL, file: string, { memoryMb = MEMORY_MB, idleMs = IDLE_MS }: ThreadLimits = {}) {
    this.#program = program;
    this.#file = file;
    this.#memoryMb = memoryMb;
    this.#idleMs = idleMs;
  }

  /**
   * Queues a job.
   * @throws {DmsError} unavailable: the thread ended before it responded
   * @throws {Error} the error that the job threw, with its `code` if it has one
   */
  run(job: Job): Promise<Result> {
    if (this.#isClosed) return Promise.reject(ended());
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage(job);
    });
  }

  /** Ends the thread. Queued and running jobs fail. */
  end(): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#forget(worker);
    this.#ending = Promise.all([this.#ending, worker.terminate()]);
  }

  /** Ends the thread permanently. Resolves once the thread has closed its database files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.end();
    await this.#ending;
  }

  #start(): Worker {
    const worker = startThread(
      this.#program,
      { file: this.#file },
      { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: this.#memoryMb },
    );
    worker.on('message', (result: JobResult<Result>) => this.#settle(worker, result));
    worker.on('error', (error) => this.#forget(worker, error));
    worker.on('exit', () => this.#forget(worker));
    return worker;
  }

  #settle(worker: Worker, result: JobResult<Result>): void {
    // A late response of a terminated worker: the queued jobs belong to its successor.
    if (worker !== this.#worker) return;
    const job = this.#waiting.shift();
    if ('value' in result) job?.resolve(result.value);
    else job?.reject(Object.assign(new Error(result.message), { code: result.code }));
    if (this.#waiting.length > 0) return;
    // An idle thread must not keep the process alive.
    worker.unref();
    this.#idle = setTimer(() => this.end(), this.#idleMs).unref();
  }

  /** @param cause error that ended the thread, if it was not ended on purpose */
  #forget(worker: Worker, cause?: unknown): void {
    if (worker !== this.#worker) return;
    clearTimeout(this.#idle);
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(ended(cause));
  }
}

function ended(cause?: unknown): DmsError {
  return new DmsError('unavailable', message('work_broken_off'), { cause });
}
