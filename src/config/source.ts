import type { ConfigProblem } from './problem.ts';

/** A value from a source, before validation. */
export interface GivenValue {
  readonly value: unknown;
  /** The path of the file, the name of the environment variable, or the flag. */
  readonly source: string;
  /** Line number in the file, from 1. Missing for variables and flags. */
  readonly line?: number;
}

/**
 * Result of reading one source (file, environment, flags): values by key with dots, and problems found before the
 * validation of values, such as unknown keys.
 */
export interface SourceReading {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly problems: readonly ConfigProblem[];
}
