import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { checkDirectory } from '../../src/upkeep/check/check.ts';
import { Random } from '../crash/random.ts';
import type { SmallOffice } from './office.ts';

const PROGRESS_EVERY = 100;

/** Results of the flips. */
export interface Outcome {
  readonly found: number;
  /** Number of undetected flips, by the data that they changed. */
  readonly missed: ReadonlyMap<string, number>;
  /** Errors of checks that threw instead of reporting damage. */
  readonly failed: readonly string[];
}

/** Flips single bytes at random offsets, each in an otherwise intact database, and checks the database each time. */
export async function flipSome(
  { directory, database }: SmallOffice,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Outcome> {
  const random = new Random(seed);
  const whole = readFileSync(database);
  const rows = rowsOf(database);
  const missed = new Map<string, number>();
  const failed: string[] = [];
  let found = 0;
  for (let flip = 1; flip <= count; flip += 1) {
    const at = random.below(whole.length);
    writeFlipped(database, whole, at, 1 + random.below(255));
    try {
      const { total } = await checkDirectory({
        directory,
        isDeep: true,
        isRepairing: false,
        now: Date.now,
        report: () => undefined,
      });
      if (total > 0) found += 1;
      else for (const what of changes(rows, rowsOf(database))) missed.set(what, (missed.get(what) ?? 0) + 1);
    } catch (error) {
      failed.push(`byte ${String(at)}: ${String(error)}`);
    }
    if (flip % PROGRESS_EVERY === 0) console.log(`${String(flip)} flips, ${String(found)} found`);
  }
  return { found, missed, failed };
}

function writeFlipped(database: string, whole: Buffer, at: number, mask: number): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
  const bytes = Buffer.from(whole);
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  writeFileSync(database, bytes);
}

/** All values of each column of each table, as text. */
function rowsOf(database: string): ReadonlyMap<string, string> {
  const sqlite = new BetterSqlite(database, { readonly: true });
  const columns = new Map<string, string>();
  try {
    const tables = sqlite
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all();
    for (const table of tables)
      for (const { name } of sqlite.prepare<[], { name: string }>(`PRAGMA table_info("${table}")`).all())
        columns.set(
          `${table}.${name}`,
          JSON.stringify(sqlite.prepare(`SELECT quote("${name}") FROM "${table}"`).pluck().all()),
        );
  } finally {
    sqlite.close();
  }
  return columns;
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const changed = [...before]
    .filter(([column, rows]) => after.get(column) !== rows)
    .map(([column]) => column);
  return changed.length === 0 ? ['nothing that is read'] : [changed.join(', ')];
}
