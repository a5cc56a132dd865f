import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { Logger } from '../log.ts';
import { PAGE_DPI } from './child/messages.ts';
import { runLast, watchMemory } from './process-limits.ts';

const run = promisify(execFile);

const PROGRAM = 'tesseract';
/** Standard program folders. Excludes the environment of the service, which may contain secrets. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', OMP_THREAD_LIMIT: '1', LC_ALL: 'C' };
/** The kernel limits the CPU time, so that the program also ends soon if the service is killed. */
const LIMITED = `ulimit -t "$0" && exec ${PROGRAM} "$@"`;
/** Maximum length of the text of one page, in characters: far more than a page holds. */
const MAX_LENGTH = 50_000;

/** Availability of OCR (optical character recognition). */
export type OcrState =
  | { readonly state: 'off' }
  | { readonly state: 'ready'; readonly languages: string }
  /** Configured, but the program or a language is not installed. */
  | { readonly state: 'unavailable'; readonly reason: string };

/**
 * Checks whether the program and the languages are installed.
 * @param languages for example `deu+eng`; null: OCR is off
 */
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

/** Limits for one page. */
interface Limits {
  readonly timeoutSeconds: number;
  readonly memoryBytes: number;
}

/**
 * Prepares OCR if it is configured. Logs a warning if the program or a language is missing.
 * @param languages for example `deu+eng`; null: OCR is off
 * @returns undefined if OCR is not available
 */
export async function openOcr(
  languages: string | null,
  limits: Limits,
  log: Logger,
): Promise<Ocr | undefined> {
  const found = await ocrState(languages);
  if (found.state === 'unavailable')
    log.warn({ reason: found.reason }, 'OCR is not available, so scans are not searchable');
  return found.state === 'ready' ? new Ocr(found.languages, limits, log) : undefined;
}

/**
 * Recognizes text with tesseract. The service starts the program itself, once per page, so that the rendering process
 * needs no permission to start programs. The program receives pixels only, never a content.
 */
class Ocr {
  readonly #languages: string;
  readonly #limits: Limits;
  readonly #log: Logger;
  #page: PageReading | undefined;

  /** @param languages in the format of tesseract, for example `deu+eng` */
  constructor(languages: string, limits: Limits, log: Logger) {
    this.#languages = languages;
    this.#limits = limits;
    this.#log = log;
  }

  /** Adds a chunk of a page image in PGM format. */
  add(bytes: Uint8Array): void {
    this.#page ??= new PageReading(this.#languages, this.#limits, this.#log);
    this.#page.add(bytes);
  }

  /**
   * Recognizes the text of the page image whose last chunk was added.
   * @returns '' if no text was found, or the program failed
   */
  async read(): Promise<string> {
    const page = this.#page;
    const text = await page?.text();
    // After `stop`, the current page may be a different one.
    if (this.#page === page) this.#page = undefined;
    return text ?? '';
  }

  /** Kills the program immediately if it is running. */
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
      log.warn({ reason }, 'OCR of a page was aborted');
      this.kill();
    };
    const timer = setTimeout(() => kill('it took too long'), timeoutSeconds * 1000);
    const pid = program.pid ?? 0;
    if (pid > 0) void runLast(pid, log);
    const stopWatching = watchMemory(pid, memoryBytes, () => kill('it took too much memory'));
    // The program may end before it has read all input.
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

  /** Text recognized before the program ended or was killed. */
  async text(): Promise<string> {
    this.#program.stdin.end();
    await this.#closed;
    return this.#text.trim();
  }

  kill(): void {
    this.#program.kill('SIGKILL');
  }
}
