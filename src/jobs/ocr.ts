import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { Logger } from '../log.ts';
import { PAGE_DPI } from './child/messages.ts';
import { runLast, watchMemory } from './process-limits.ts';

const run = promisify(execFile);

const PROGRAM = 'tesseract';
/** Where Debian and others install programs, and nothing of the service's own environment: it may hold secrets. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', OMP_THREAD_LIMIT: '1', LC_ALL: 'C' };
/** The kernel limits the time of the processor, so that the program soon ends after a service that was killed. */
const LIMITED = `ulimit -t "$0" && exec ${PROGRAM} "$@"`;
/** Longest text of one page, in characters: far more than a sheet holds. */
const MAX_LENGTH = 50_000;

/** Whether pictures of text can be read (optical character recognition). */
export type OcrState =
  | { readonly state: 'off' }
  | { readonly state: 'ready'; readonly languages: string }
  /** It is configured, but what it needs is not on this machine. */
  | { readonly state: 'unavailable'; readonly reason: string };

/** Finds out whether the program and its languages are there. @param languages such as `deu+eng`; null: off */
export async function ocrState(languages: string | null): Promise<OcrState> {
  if (languages === null) return { state: 'off' };
  try {
    const { stdout } = await run(PROGRAM, ['--list-langs'], { env: ENVIRONMENT });
    const installed = new Set(stdout.split('\n').map((line) => line.trim()));
    const missing = languages.split('+').filter((language) => !installed.has(language));
    if (missing.length === 0) return { state: 'ready', languages };
    return { state: 'unavailable', reason: `tesseract has no language ${missing.join(', ')}` };
  } catch {
    return { state: 'unavailable', reason: 'the program tesseract is not installed' };
  }
}

/** What reading one page may use. */
interface Limits {
  readonly timeoutSeconds: number;
  readonly memoryBytes: number;
}

/**
 * Gets ready to read pictures of text, if it is configured. Says in the log when something for it is missing.
 * @param languages such as `deu+eng`; null: off
 * @returns undefined if pictures cannot be read
 */
export async function openOcr(
  languages: string | null,
  limits: Limits,
  log: Logger,
): Promise<Ocr | undefined> {
  const found = await ocrState(languages);
  if (found.state === 'unavailable') log.warn({ reason: found.reason }, 'scans are not read');
  return found.state === 'ready' ? new Ocr(found.languages, limits, log) : undefined;
}

/**
 * Reads pictures of text with tesseract. The service itself starts the program, once for each page, so that the
 * process that reads contents need not start programs. The program gets pixels only, never a content.
 */
class Ocr {
  readonly #languages: string;
  readonly #limits: Limits;
  readonly #log: Logger;
  #page: PageReading | undefined;

  /** @param languages as tesseract has them, such as `deu+eng` */
  constructor(languages: string, limits: Limits, log: Logger) {
    this.#languages = languages;
    this.#limits = limits;
    this.#log = log;
  }

  /** Takes a piece of a picture: a PGM file. */
  add(bytes: Uint8Array): void {
    this.#page ??= new PageReading(this.#languages, this.#limits, this.#log);
    this.#page.add(bytes);
  }

  /** Reads the picture whose last piece was added. @returns '' if nothing was found, or the program failed */
  async read(): Promise<string> {
    const page = this.#page;
    const text = await page?.text();
    // After a stop this may be another page.
    if (this.#page === page) this.#page = undefined;
    return text ?? '';
  }

  /** Ends the program at once, if it runs. */
  stop(): void {
    this.#page?.kill();
    this.#page = undefined;
  }
}

export type { Ocr };

/** One run of the program. */
class PageReading {
  readonly #program: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<void>;
  #text = '';

  constructor(languages: string, { timeoutSeconds, memoryBytes }: Limits, log: Logger) {
    const seconds = String(Math.ceil(timeoutSeconds));
    const args = ['-', '-', '-l', languages, '--dpi', String(PAGE_DPI)];
    const program = spawn('/bin/sh', ['-c', LIMITED, seconds, ...args], {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#program = program;
    const kill = (reason: string): void => {
      log.warn({ reason }, 'a page was not read to its end');
      this.kill();
    };
    const timer = setTimeout(() => kill('it took too long'), timeoutSeconds * 1000);
    const pid = program.pid ?? 0;
    if (pid > 0) void runLast(pid, log);
    const stopWatching = watchMemory(pid, memoryBytes, () => kill('it took too much memory'));
    // The program may end before it has read all.
    program.stdin.on('error', () => undefined);
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#text = (this.#text + text).slice(0, MAX_LENGTH);
    });
    this.#closed = new Promise((resolve) => {
      program.once('error', (error) => {
        log.warn({ err: error }, 'tesseract cannot be started');
        resolve();
      });
      program.once('close', () => resolve());
    });
    void this.#closed.then(() => {
      clearTimeout(timer);
      stopWatching();
    });
  }

  add(bytes: Uint8Array): void {
    this.#program.stdin.write(bytes);
  }

  /** What was found until the program ended, or was ended. */
  async text(): Promise<string> {
    this.#program.stdin.end();
    await this.#closed;
    return this.#text.trim();
  }

  kill(): void {
    this.#program.kill('SIGKILL');
  }
}
