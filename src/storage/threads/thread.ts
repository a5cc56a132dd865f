import { setTimeout as setTimer } from 'node:timers';
import type { Worker } from 'node:worker_threads';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { startThread } from '../../program/threads.ts';
import type { Dependent } from './dependent.ts';

/** A thread without work ends after this time, and gives its memory back. */
const IDLE_MS = 60_000;

/** As for the process (`package.json`). SQLite's memory does not count. */
const YOUNG_GENERATION_MB = 6;
const MEMORY_MB = 64;

/** What a thread answers to a job. Errors lose their `code` on the way between threads, so it travels apart. */
export type Answer<Result> =
  | { readonly value: Result }
  | { readonly message: string; readonly code: string | undefined };

/** What a thread may take. */
export interface ThreadLimits {
  readonly memoryMb?: number;
  readonly idleMs?: number;
}

interface Waiting<Result> {
  readonly resolve: (value: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread for work on the database that would stop the event loop. It starts with the first job, does one
 * job after the other, and starts anew with the next job if it has ended.
 */
export class Thread<Job, Result> implements Dependent {
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
   * @param program a module that calls `answerJobs` (`thread-jobs.ts`)
   * @param file of the database
   * @param limits `memoryMb`: most memory for its objects, in MiB; `idleMs`: when it ends without work
   */
  constructor(program: URL, file: string, { memoryMb = MEMORY_MB, idleMs = IDLE_MS }: ThreadLimits = {}) {
    this.#program = program;
    this.#file = file;
    this.#memoryMb = memoryMb;
    this.#idleMs = idleMs;
  }

  /**
   * @throws {DmsError} unavailable: the thread has ended before it had an answer
   * @throws {Error} what the job threw; with its `code`, if it had one
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

  /** Ends the thread. Jobs that wait or run fail. */
  end(): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#forget(worker);
    this.#ending = Promise.all([this.#ending, worker.terminate()]);
  }

  /** Ends the thread for good. Resolves once it has let go of the database. */
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
    worker.on('message', (answer: Answer<Result>) => this.#answered(worker, answer));
    worker.on('error', (error) => this.#forget(worker, error));
    worker.on('exit', () => this.#forget(worker));
    return worker;
  }

  #answered(worker: Worker, answer: Answer<Result>): void {
    // An answer that was on its way when its thread was ended: the jobs that wait now are others.
    if (worker !== this.#worker) return;
    const job = this.#waiting.shift();
    if ('value' in answer) job?.resolve(answer.value);
    else job?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
    if (this.#waiting.length > 0) return;
    // A thread without work does not keep the process from ending.
    worker.unref();
    this.#idle = setTimer(() => this.end(), this.#idleMs).unref();
  }

  /** @param cause why the thread has ended by itself */
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
