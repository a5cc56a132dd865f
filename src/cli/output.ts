/** The codes that the commands end with (CONTRACT §4). */
export const EXIT = { done: 0, failed: 1, usage: 2, inUse: 75 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command cannot be carried out; the message is all that the person at the terminal gets to see. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Where a command writes: results to standard output, everything else to standard error. */
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

  /** The result: `data` with `--json`, else `text`. */
  result(data: object, text: string): void {
    this.#out.write(`${this.#isJson ? JSON.stringify(data) : text}\n`);
  }

  /** Something worth knowing, unless `--quiet`. */
  note(text: string): void {
    if (!this.#isQuiet) this.#err.write(`${text}\n`);
  }
}
