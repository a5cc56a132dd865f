import type { Finding, Inspection, Source } from './finding.ts';

/** Maximum number of faults per check; more would add no information. */
const MAX_FAULTS = 100;
/** The database file, by SQLite's own checks. */
export const databaseInspection: Inspection = {
  subject: 'the database file',
  unit: 'parts',
  async *find(source) {
    yield { done: 0, total: 2, findings: await integrityFindings(source) };
    yield { done: 1, total: 2, findings: await foreignKeyFindings(source) };
  },
};

async function integrityFindings(source: Source): Promise<Finding[]> {
  const rows = await source.all<{ integrity_check: string }>(
    `PRAGMA main.integrity_check(${String(MAX_FAULTS)})`,
  );
  return rows
    .flatMap(({ integrity_check: text }) => text.split('\n'))
    .filter((text) => text !== 'ok')
    .map((what) => ({ kind: 'database', what, place: 'dms.sqlite' }));
}

interface Violation {
  table: string;
  rowid: number | null;
  parent: string;
}

async function foreignKeyFindings(source: Source): Promise<Finding[]> {
  const rows = await source.all<Violation>(
    `SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ${String(MAX_FAULTS)}`,
  );
  return rows.map(({ table, rowid, parent }) => ({
    kind: 'foreign_key',
    what: `refers to a row of ${parent} that does not exist`,
    place: rowid === null ? `a row of ${table}` : `row ${String(rowid)} of ${table}`,
    ...(rowid !== null && ENTRY_TABLES.has(table) && { entries: [{ id: rowid }] }),
  }));
}

/** Tables whose row id is the id of an entry. */
const ENTRY_TABLES: ReadonlySet<string> = new Set([
  'entries',
  'documents',
  'trash',
  'erasures',
  'busy_documents',
]);
