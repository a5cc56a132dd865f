/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  /** The file, the environment variable or the flag that it came from. */
  readonly source: string;
  /** The line in that file, from 1. */
  readonly line?: number;
  /** The key with dots (`server.port`), as far as one is known; otherwise empty. */
  readonly key: string;
  /** What is wanted. Never the value that was given: it may be a secret. */
  readonly message: string;
}

function describe({ source, line, key, message }: ConfigProblem): string {
  const place = line === undefined ? source : `${source}:${line}`;
  return [place, key, message].filter((part) => part !== '').join(': ');
}

/** The configuration cannot be used. Holds everything that is wrong at once; the message has one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describe).join('\n'));
    this.problems = problems;
  }
}
