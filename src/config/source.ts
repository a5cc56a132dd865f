import type { ConfigProblem } from './problem.ts';

/** A value as its source gives it, before validation. */
export interface GivenValue {
  readonly value: unknown;
  /** The path of the file, the name of the environment variable, or the flag. */
  readonly source: string;
  /** Line number in the file, from 1. Missing for variables and flags. */
  readonly line?: number;
}

/**
 * What was read from one source (file, environment, flags): values by key with dots, and problems that are
 * known before the values are validated, such as unknown keys.
 */
export interface SourceReading {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly problems: readonly ConfigProblem[];
}
