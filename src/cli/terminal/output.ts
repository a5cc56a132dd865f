import { printable, printableLines } from '../../model/text/printable.ts';

/** Exit codes of the commands (`docs/build/contract/command-line.md` §27). */
export const EXIT = { done: 0, failed: 1, usage: 2, damaged: 3, inUse: 75 } as const;
/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Failure of a command. Users see only the message, without a stack trace. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Writes results to standard output and everything else to standard error. Escapes terminal control characters. */
export class Output {
  readonly #isJson: boolean;
  readonly #isQuiet: boolean;
  readonly #out: NodeJS.WritableStream;
  readonly #err: NodeJS.WritableStream;

  constructor(
    options: { json: boolean; quiet: boolean },
    streams: { out: NodeJS.WritableStream; err: NodeJS.WritableStream } = {
      out: process.stdout,
      err: process.stderr,
    },
  ) {
    this.#isJson = options.json;
    this.#isQuiet = options.quiet;
    this.#out = streams.out;
    this.#err = streams.err;
  }

  /** Prints `data` as JSON with `--json`, otherwise `text`. */
  result(data: object, text: string): void {
    // In JSON, the escape sequences represent the same text.
    this.#out.write(`${printableLines(this.#isJson ? JSON.stringify(data) : text)}\n`);
  }

  /** Whether `--quiet` is set. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /** Prints a remark to standard error; nothing with `--quiet`. */
  note(text: string): void {
    if (!this.#isQuiet) this.#err.write(`${printableLines(text)}\n`);
  }
}

/** Standard error output of a failed command: one line of JSON with `--json`, otherwise text. */
export function failureLines(message: string, exitCode: number, isJson: boolean): string {
  if (isJson) return `${printable(JSON.stringify({ message, exit_code: exitCode }))}\n`;
  return message
    .split('\n')
    .map((line) => `dms: ${printable(line)}\n`)
    .join('');
}
