/** One mistake in the configuration. */
export interface ConfigProblem {
  /** The path of the file, the name of the environment variable, or the flag. */
  readonly source: string;
  /** Line number in the file, from 1. Missing for variables and flags. */
  readonly line?: number;
  /** The key with dots (`server.port`); empty if the problem belongs to no key. */
  readonly key: string;
  /** Fault or expectation. It never contains the given value, which may be a secret. */
  readonly message: string;
}

function describe({ source, line, key, message }: ConfigProblem): string {
  const position = line === undefined ? source : `${source}:${line}`;
  return [position, key, message].filter((part) => part !== '').join(': ');
}

/** The configuration is wrong. Contains all problems; the message has one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describe).join('\n'));
    this.problems = problems;
  }
}
