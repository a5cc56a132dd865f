import { parseArgs } from 'node:util';

/** Extent of the benchmark. */
export interface Settings {
  /** Duration in seconds of a round that counts requests. */
  readonly seconds: number;
  /** Maximum number of requests in a round. */
  readonly requests: number;
  /** Number of rounds. A figure is the median of its rounds. */
  readonly rounds: number;
  /** Number of measurements of each listing. */
  readonly listings: number;
  /** Number of measurements of COPY, MOVE and DELETE of a tree. */
  readonly trees: number;
  /** Size of the large file in bytes. */
  readonly largeBytes: number;
}

/** Command-line options. */
export interface BenchOptions {
  readonly settings: Settings;
  /** Names of the measured rows; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** Names of the servers for comparison. */
  readonly peers: readonly string[];
  /** Path of a JSON file for the figures. */
  readonly json: string | undefined;
}

const MIB = 2 ** 20;
/** Settings without `--quick`. */
export const FULL: Settings = {
  seconds: 2,
  requests: 50_000,
  rounds: 3,
  listings: 15,
  trees: 5,
  largeBytes: 256 * MIB,
};
const QUICK: Settings = {
  seconds: 0.5,
  requests: 5_000,
  rounds: 1,
  listings: 5,
  trees: 3,
  largeBytes: 64 * MIB,
};

/** The command line is wrong. */
export class UsageError extends Error {}

/**
 * Parses the command line.
 * @param known the valid names for `--only` and `--peers`
 * @throws {UsageError}
 */
export function readOptions(
  argv: readonly string[],
  known: { readonly rows: readonly string[]; readonly peers: readonly string[] },
): BenchOptions {
  const { only, peers, quick, json } = parse(argv);
  return {
    settings: quick === true ? QUICK : FULL,
    only: only === undefined ? undefined : namesIn('--only', only, known.rows),
    peers: peers === undefined ? known.peers : namesIn('--peers', peers, known.peers),
    json,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string' },
        peers: { type: 'string' },
        quick: { type: 'boolean' },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Splits a list at its commas. @throws {UsageError} if a name is not one of `known` */
export function namesIn(option: string, text: string, known: readonly string[]): string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`${option}: unknown names ${unknown.join(', ')}; known are ${known.join(', ')}`);
  }
  return names;
}
