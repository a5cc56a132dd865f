import { formatFigure, formatRatio } from '../bench/results.ts';
import { align } from '../bench/table.ts';
import type { CrowdResult } from './crowd.ts';
import type { Besides } from './long-works.ts';
import type { Shape } from './office/shape.ts';

/** A row of the comparison of the offices, in milliseconds. */
export interface RowFigures {
  readonly title: string;
  readonly small: number;
  readonly large: number;
}

export function rowTable(rows: readonly RowFigures[], [small, large]: readonly [Shape, Shape]): string {
  const head = ['ms', `${count(small.documents)} documents`, `${count(large.documents)} documents`, '×'];
  const body = rows.map((row) => [
    row.title,
    ms(row.small),
    ms(row.large),
    formatRatio(row.large / row.small),
  ]);
  return align([head, ...body]);
}

export function waitTable(works: readonly ({ readonly title: string } & Besides)[]): string {
  const head = ['in the large office', 'answered (ms)', 'over (ms)', 'longest GET of another (ms)', 'notes'];
  const body = works.map(({ title, answeredMs, overMs, longestMs, notes }) => [
    title,
    ms(answeredMs),
    ms(overMs),
    ms(longestMs),
    notes,
  ]);
  return align([head, ...body]);
}

export function crowdTable(loads: readonly ({ readonly title: string } & CrowdResult)[]): string {
  const head = [
    'users at work in the large office',
    'requests/s',
    'p50 (ms)',
    'p99 (ms)',
    'longest (ms)',
    'users',
  ];
  const body = loads.map(({ title, users, perSecond, medianMs, p99Ms, longestMs }) => [
    title,
    count(Math.round(perSecond)),
    ms(medianMs),
    ms(p99Ms),
    ms(longestMs),
    String(users),
  ]);
  return align([head, ...body]);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function ms(value: number): string {
  return formatFigure(value, 'ms');
}
