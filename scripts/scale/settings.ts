import { parseArgs } from 'node:util';
import { namesIn, UsageError } from '../bench/settings.ts';

/** The parts of the benchmark. */
const PARTS = ['rows', 'waits', 'crowd'] as const;

/** Command-line options. */
export interface ScaleOptions {
  /** Number of documents of the large office. */
  readonly documents: number;
  /** Directory that keeps the offices; undefined: the offices are removed at the end. */
  readonly data: string | undefined;
  /** Names of the measured parts. */
  readonly only: readonly string[];
  /** Duration of each load of the crowd, in seconds. */
  readonly seconds: number;
}

const LEAST_DOCUMENTS = 10_000;

/** Parses the command line. @throws {UsageError} */
export function readScaleOptions(argv: readonly string[]): ScaleOptions {
  const { documents, data, only, seconds } = parse(argv);
  return {
    documents: wholeNumber('--documents', documents, LEAST_DOCUMENTS),
    data,
    only: only === undefined ? PARTS : namesIn('--only', only, PARTS),
    seconds: wholeNumber('--seconds', seconds, 1),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        documents: { type: 'string', default: '1000000' },
        data: { type: 'string' },
        only: { type: 'string' },
        seconds: { type: 'string', default: '20' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`${option} must be a whole number from ${String(least)}, not ${text}`);
}
