import type { Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import { CLIENT_ROWS } from './client-rows.ts';
import { largeRows } from './large-rows.ts';
import { LISTING_ROWS } from './listing-rows.ts';
import { noMoreThan, type Row } from './row.ts';
import { SMALL_ROWS } from './small-rows.ts';
import { TREE_ROWS } from './tree-rows.ts';
import { UNDER_WRITE_LOAD_ROWS } from './under-write-load-rows.ts';

const FIRST: readonly Row[] = [
  {
    name: 'start',
    title: 'start to first answer',
    unit: 'ms',
    targets: [noMoreThan(300)],
    measure: (session) => Promise.resolve(session.facts.startMs),
  },
  {
    name: 'idle',
    title: 'memory when started',
    unit: 'MiB',
    targets: [noMoreThan(85)],
    measure: (session) => Promise.resolve(inMib(session.facts.idle?.resident)),
  },
];

const LAST: readonly Row[] = [
  {
    name: 'peak',
    title: 'peak memory in all of that',
    unit: 'MiB',
    targets: [noMoreThan(180)],
    measure: (session: Session) => Promise.resolve(inMib(session.peak())),
  },
];

/** @returns all rows, in the order of measurement and output */
export function allRows(settings: Settings): readonly Row[] {
  return [
    ...FIRST,
    ...SMALL_ROWS,
    ...LISTING_ROWS,
    ...UNDER_WRITE_LOAD_ROWS,
    ...TREE_ROWS,
    ...CLIENT_ROWS,
    ...largeRows(settings),
    ...LAST,
  ];
}

function inMib(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 2 ** 20;
}
