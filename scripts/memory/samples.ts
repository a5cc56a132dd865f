import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { processorSecondsOf, withDescendants } from '../bench/proc.ts';

const MIB = 2 ** 20;
const MINUTES_PER_HOUR = 60;

/** A state of the service. Memory and files are in bytes, of the process and its children together. */
export interface Sample {
  readonly minute: number;
  readonly resident: number;
  /** Like `resident`, but a page shared by n processes counts 1/n. */
  readonly proportional: number;
  /** Resident memory of the children alone. */
  readonly children: number;
  /** Memory of the process alone that no file backs: the heaps of V8 and of the allocator. */
  readonly anonymous: number;
  readonly database: number;
  readonly log: number;
  readonly openFiles: number;
  readonly processorSeconds: number;
}

/** Figures whose growth is calculated. */
export const GROWING = ['resident', 'proportional', 'anonymous'] as const;

/** Reads the state of the service with this process id and data directory. */
export function readSample(pid: number, directory: string, minute: number): Sample {
  const pids = withDescendants(pid);
  const rollups = pids.map((each) => readUnlessEnded(`/proc/${String(each)}/smaps_rollup`));
  const resident = rollups.map((rollup) => kibibytes(rollup, 'Rss'));
  return {
    minute,
    resident: sum(resident),
    proportional: sum(rollups.map((rollup) => kibibytes(rollup, 'Pss'))),
    children: sum(resident.slice(1)),
    anonymous: kibibytes(rollups[0] ?? '', 'Anonymous'),
    database: sizeOf(join(directory, 'dms.sqlite')),
    log: sizeOf(join(directory, 'dms.sqlite-wal')),
    openFiles: sum(pids.map(openFilesOf)),
    processorSeconds: processorSecondsOf(pid) ?? NaN,
  };
}

/** Title of the table, and its columns. */
export const HEAD = [
  '| minute | RSS | PSS | RSS of children | anonymous | database | WAL | open files | processor |',
  '|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
].join('\n');

/** A row of the table. @param before the previous sample, for the share of a processor since */
export function rowOf(sample: Sample, before: Sample): string {
  const { resident, proportional, children, anonymous, database, log } = sample;
  const sizes = [resident, proportional, children, anonymous, database, log].map((bytes) =>
    (bytes / MIB).toFixed(1),
  );
  const seconds = Math.max(1, (sample.minute - before.minute) * 60);
  const share = ((sample.processorSeconds - before.processorSeconds) / seconds) * 100;
  const cells = [sample.minute.toFixed(0), ...sizes, String(sample.openFiles), `${share.toFixed(1)} %`];
  return `| ${cells.join(' | ')} |`;
}

/** Growth of a figure over the samples, in MiB per hour: the slope of the least-squares line. */
export function slopeOf(samples: readonly Sample[], figure: (typeof GROWING)[number]): number {
  const meanMinute = sum(samples.map(({ minute }) => minute)) / samples.length;
  const mean = sum(samples.map((sample) => sample[figure])) / samples.length;
  const products = samples.map((sample) => (sample.minute - meanMinute) * (sample[figure] - mean));
  const squares = samples.map(({ minute }) => (minute - meanMinute) ** 2);
  return ((sum(products) / sum(squares)) * MINUTES_PER_HOUR) / MIB;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function kibibytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
}

/** A child may end between the list of processes and its file. */
function readUnlessEnded(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function openFilesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).length;
  } catch {
    return 0;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
