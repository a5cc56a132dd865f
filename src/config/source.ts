import type { ConfigProblem } from './problem.ts';

/** One value as it was given, and where. */
export interface Given {
  readonly value: unknown;
  /** The file, variable or flag. */
  readonly source: string;
  /** The line in the file, from 1. */
  readonly line?: number;
}

/** What one source says: values by key with dots, and what was wrong with it before any value was looked at. */
export interface SourceReading {
  readonly values: ReadonlyMap<string, Given>;
  readonly problems: readonly ConfigProblem[];
}
