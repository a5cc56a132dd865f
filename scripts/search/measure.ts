import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { Dms } from '../../src/core/dms.ts';
import { derivedFiles } from '../../src/storage/derived/files.ts';
import { timed } from '../bench/measure.ts';
import { formatFigure, formatRatio } from '../bench/results.ts';
import { align } from '../bench/table.ts';
import { KEEPER, tokenOf } from '../scale/office/people.ts';
import type { RunningOffice } from '../scale/running-office.ts';
import type { Visitor } from '../scale/visitor.ts';
import { SEARCHERS } from './office.ts';
import type { MeasuredQuery } from './queries.ts';

const WARM_UPS = 2;
const FIRST_PAGE = { page: 1, perPage: 50 };
/** Number of listings, both while the service is idle and while it rebuilds the index. */
const LISTINGS = 400;
/** Pause between listings, so that they hit the server at different points of its other work. */
const PAUSE_MS = 5;

/** Milliseconds per request. */
interface Times {
  readonly title: string;
  readonly values: readonly number[];
  readonly total: string;
}

/** Runs each search as each user, directly in the core. @param repeats number of measurements of each search */
export async function searchCore(
  dms: Dms,
  queries: readonly MeasuredQuery[],
  repeats: number,
): Promise<string> {
  const rows: Times[] = [];
  for (const { login, reads } of SEARCHERS) {
    const actor = dms.authentication.byToken(tokenOf(login), null);
    if (actor === undefined) throw new Error(`${login} has no token`);
    const all: number[] = [];
    for (const { title, q, filter = {} } of queries) {
      let total = '';
      const search = async () => {
        const found = await dms.search.search(actor, 0, { q, filter }, FIRST_PAGE);
        total = `${String(found.total)}${found.isTotalLowerBound === true ? '+' : ''}`;
      };
      const values = await measured(repeats, search);
      all.push(...values);
      rows.push({ title: `${reads}: ${title}`, values, total });
    }
    rows.push({ title: `${reads}: all queries`, values: all, total: '' });
  }
  return timesTable('search in the core', rows);
}

/** Runs all searches as each user over HTTP. */
export async function searchOverHttp(
  office: RunningOffice,
  queries: readonly MeasuredQuery[],
  repeats: number,
): Promise<string> {
  const rows: Times[] = [];
  for (const { login, reads } of SEARCHERS) {
    const visitor = office.visitor(login);
    const values: number[] = [];
    for (const { q } of queries.filter((query) => query.filter === undefined))
      values.push(
        ...(await measured(repeats, () =>
          visitor.ask('GET', `/api/folders/0/search?q=${encodeURIComponent(q)}`),
        )),
      );
    rows.push({ title: reads, values, total: '' });
  }
  return timesTable('search over HTTP', rows);
}

/**
 * Lists a folder of a hundred documents, while the service is idle and while it rebuilds the index.
 * @param database path of the database
 */
export async function listBeside(office: RunningOffice, database: string, folderId: number): Promise<string> {
  const visitor = office.visitor(KEEPER);
  const quiet = await listings(visitor, folderId);
  const sqlite = new BetterSqlite(database);
  try {
    sqlite.prepare('INSERT INTO reindex_requests (texts, thumbnails) VALUES (0, 0)').run();
    const isRequested = sqlite.prepare('SELECT 1 FROM reindex_requests');
    while (isRequested.get() !== undefined) await pause(PAUSE_MS);
  } finally {
    sqlite.close();
  }
  const beside = await listings(visitor, folderId);
  const left = `${String(leftToIndex(database))} entries were left to index`;
  const table = timesTable('listing of 100 documents', [
    ...named('quiet', quiet),
    ...named('indexing', beside),
  ]);
  const ratio = (kind: keyof typeof quiet, part: number): string =>
    formatRatio(percentile(beside[kind], part) / percentile(quiet[kind], part));
  const ratios = (['REST', 'PROPFIND'] as const).map(
    (kind) => `${kind}: p50 × ${ratio(kind, 0.5)}, p95 × ${ratio(kind, 0.95)}`,
  );
  return `${table}\n\n${[...ratios, left].join('\n')}`;
}

function leftToIndex(database: string): number {
  const sqlite = new BetterSqlite(derivedFiles(database).search, { readonly: true });
  try {
    return sqlite.prepare<[], number>('SELECT count(*) FROM pending').pluck().get() ?? 0;
  } finally {
    sqlite.close();
  }
}

async function listings(visitor: Visitor, folderId: number) {
  const times: Record<'REST' | 'PROPFIND', number[]> = { REST: [], PROPFIND: [] };
  for (let number = 0; number < LISTINGS; number += 1) {
    times.REST.push(
      await timed(() => visitor.ask('GET', `/api/folders/${String(folderId)}/contents?per_page=100`)),
    );
    await pause(PAUSE_MS);
    times.PROPFIND.push(await timed(() => visitor.list('/webdav/Ordner%200/')));
    await pause(PAUSE_MS);
  }
  return times;
}

function named(title: string, times: Readonly<Record<string, readonly number[]>>): Times[] {
  return Object.entries(times).map(([kind, values]) => ({ title: `${kind}, ${title}`, values, total: '' }));
}

async function measured(repeats: number, work: () => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let number = 0; number < WARM_UPS + repeats; number += 1) {
    const value = await timed(work);
    if (number >= WARM_UPS) values.push(value);
  }
  return values;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

function timesTable(head: string, rows: readonly Times[]): string {
  const body = rows.map(({ title, values, total }) => [
    title,
    ...[0.5, 0.95, 1].map((part) => formatFigure(percentile(values, part), 'ms')),
    total,
  ]);
  return align([[head, 'p50 (ms)', 'p95 (ms)', 'max (ms)', 'found'], ...body]);
}
