import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isJunkName } from '../../model/entries/names.ts';
import { derivedFiles, isBroken } from '../derived/derived.ts';
import { type Finding, type Inspection, type InspectionStep, type Source, statement } from './finding.ts';
import { inSlices } from './slices.ts';

/**
 * The index and the database are separate files. One query can therefore see them at different moments, and report an
 * entry as missing that has just changed. An actual fault is found by each of several checks.
 */
const CHECKS = 4;
const CHECK_INTERVAL_MS = 300;
/** With this number of pending entries or more, the index is not checked. */
const MAX_PENDING = 10_000;

/** Requests a new index, like `dms reindex`. */
const MEND = statement('INSERT INTO reindex_requests (texts, thumbnails) VALUES (0, 0)', []);

/** SQL: the entries of a slice that differ from the index and do not wait to be indexed. */
const DIFFERENT = `SELECT e.id, e.name, e.is_folder, r.row IS NOT NULL AS is_indexed,
    e.root_kind IS NULL OR e.root_kind = 'system' AS is_found
  FROM entries e LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version
  LEFT JOIN derived.rows r ON r.entry_id = e.id
  WHERE e.id > :after AND e.id <= :until
    AND ((r.parent_id, r.is_folder, r.updated_at, r.size_bytes, r.sha256)
      IS NOT (e.parent_id, e.is_folder, e.updated_at, v.size_bytes, v.sha256)
      OR NOT EXISTS (SELECT 1 FROM derived.search_index_docsize s WHERE s.id = r.row))
    AND e.id NOT IN (SELECT entry_id FROM search_queue)
    AND e.id NOT IN (SELECT entry_id FROM derived.pending)`;
const GONE = `SELECT r.entry_id AS id FROM derived.rows r WHERE r.entry_id > :after AND r.entry_id <= :until
  AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.id = r.entry_id)
  AND r.entry_id NOT IN (SELECT entry_id FROM search_queue)`;

interface DifferentRow {
  id: number;
  name: string;
  is_folder: 0 | 1;
  is_indexed: 0 | 1;
  is_found: 0 | 1;
}

/**
 * Compares the search index with the database. An index that is missing, belongs to another state of the database, or
 * is being rebuilt is not a fault: the service rebuilds it.
 */
export const searchIndexInspection: Inspection = {
  subject: 'the search index',
  unit: 'entries',
  async *find(source) {
    const { search } = derivedFiles(source.file);
    if (!existsSync(search)) return;
    try {
      await source.all('ATTACH ? AS derived', [search]);
      try {
        yield* compare(source);
      } finally {
        await source.all('DETACH derived');
      }
    } catch (error) {
      if (!isBroken(error)) throw error;
      yield { done: 1, total: 1, findings: [brokenFile(error.message)] };
    }
  },
};

async function* compare(source: Source): AsyncGenerator<InspectionStep, void> {
  if (!(await isComparable(source))) return;
  yield { done: 0, total: 1, findings: await fileFindings(source) };
  yield* inSlices(source, { table: 'entries', column: 'id' }, (_, after, until) =>
    confirmed(() => differences(source, after, until)),
  );
  yield* inSlices(source, { table: 'derived.rows', column: 'entry_id' }, (_, after, until) =>
    confirmed(async () => (await source.all<{ id: number }>(GONE, [{ after, until }])).map(({ id }) => id)),
  );
}

/** False for an index that was never written to, belongs to another database, or is being rebuilt. */
async function isComparable(source: Source): Promise<boolean> {
  const tables = await source.all("SELECT 1 FROM derived.sqlite_schema WHERE name = 'pending'");
  if (tables.length === 0) return false;
  const [state] = await source.all<{ fits: 0 | 1; pending: number; requests: number }>(
    `SELECT EXISTS (SELECT 1 FROM derived.state s JOIN search_state k ON k.index_id = s.value WHERE s.name = 'index_id')
       AS fits, (SELECT count(*) FROM derived.pending) AS pending, (SELECT count(*) FROM reindex_requests) AS requests`,
  );
  return state !== undefined && state.fits === 1 && state.requests === 0 && state.pending < MAX_PENDING;
}

async function fileFindings(source: Source): Promise<Finding[]> {
  const rows = await source.all<{ quick_check: string }>('PRAGMA derived.quick_check(1)');
  return rows
    .filter(({ quick_check: text }) => text !== 'ok')
    .map(({ quick_check: what }) => brokenFile(what));
}

function brokenFile(what: string): Finding {
  return { kind: 'search_index', what, place: 'cache/search.sqlite', mend: MEND };
}

async function differences(source: Source, after: number, until: number): Promise<number[]> {
  const rows = await source.all<DifferentRow>(DIFFERENT, [{ after, until }]);
  return rows.filter((row) => isWanted(row) || row.is_indexed === 1).map(({ id }) => id);
}

/** True for an entry that must be in the index. */
function isWanted({ is_found: isFound, is_folder: isFolder, name }: DifferentRow): boolean {
  return isFound === 1 && (isFolder === 1 || !isJunkName(name));
}

async function confirmed(find: () => Promise<number[]>): Promise<Finding[]> {
  let found = await find();
  for (let checks = 1; checks < CHECKS && found.length > 0; checks += 1) {
    await pause(CHECK_INTERVAL_MS);
    const again = new Set(await find());
    found = found.filter((id) => again.has(id));
  }
  return found.map((id) => ({
    kind: 'search_index',
    what: 'is missing from the search index, or has outdated data there',
    entries: [{ id }],
    mend: MEND,
  }));
}
