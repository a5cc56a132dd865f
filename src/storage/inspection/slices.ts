import type { Finding, InspectionStep, Source } from './finding.ts';

/** Rows per query, which takes a few milliseconds. */
const SLICE = 2000;

/** Checks the rows with ids greater than `after`, up to and including `until`. */
export type FindInSlice = (source: Source, after: number, until: number) => Promise<readonly Finding[]>;

/** Checks a table slice by slice, in the order of an indexed integer column. */
export async function* inSlices(
  source: Source,
  { table, column }: { readonly table: string; readonly column: string },
  find: FindInSlice,
): AsyncGenerator<InspectionStep, void> {
  const [{ total } = { total: 0 }] = await source.all<{ total: number }>(
    `SELECT count(*) AS total FROM ${table}`,
  );
  for (let done = 0, after = Number.MIN_SAFE_INTEGER; ; ) {
    const [slice] = await source.all<{ count: number; until: number | null }>(
      `SELECT count(*) AS count, max(id) AS until
       FROM (SELECT ${column} AS id FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT ?)`,
      [after, SLICE],
    );
    if (slice === undefined || slice.until === null) return;
    done += slice.count;
    yield { done, total, findings: await find(source, after, slice.until) };
    after = slice.until;
  }
}
