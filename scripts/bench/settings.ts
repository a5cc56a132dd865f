import { parseArgs } from 'node:util';

/** How much is measured. */
export interface Settings {
  /** Seconds of a round in which requests are counted. */
  readonly seconds: number;
  /** The most requests of a round. */
  readonly requests: number;
  readonly rounds: number;
  /** How often a listing is timed. */
  readonly listings: number;
  /** How often the work on a tree is timed. */
  readonly trees: number;
  /** The size of the large file. */
  readonly largeBytes: number;
}

/** What the command line asks for. */
export interface BenchOptions {
  readonly settings: Settings;
  /** Names of rows; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Names of the servers to compare with. */
  readonly peers: readonly string[];
  /** The file that the figures are written to as well. */
  readonly json: string | undefined;
}

const MIB = 2 ** 20;
/** What is measured unless `--quick` is given. */
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

/** The command line is not one that we understand. */
export class UsageError extends Error {}

/** @throws {UsageError} naming what is wrong */
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

function namesIn(option: string, text: string, known: readonly string[]): string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`${option}: ${unknown.join(', ')} is none of ${known.join(', ')}`);
  }
  return names;
}
