import { UNKNOWN_TYPE } from '../../model/entries/media-type.ts';
import { nameKey, sortKey } from '../../model/entries/names.ts';
import { type FaultKind, type Finding, type Inspection, type Source, statement } from './finding.ts';
import { inSlices } from './slices.ts';

/** A query that must return no rows for the entries `e` with ids greater than `:after`, up to `:until`. */
interface Rule {
  readonly kind: FaultKind;
  readonly what: string;
  readonly sql: string;
  /** Statement with the parameters `:id` and `:version` that repairs a row; undefined: it cannot be repaired. */
  readonly mend?: string;
}

const SLICE = 'e.id > :after AND e.id <= :until';

const UNSENDABLE = `(v.mime_type GLOB '*[^ -~]*' OR instr(v.mime_type, char(0)) > 0
  OR trim(v.mime_type) <> v.mime_type OR length(v.mime_type) NOT BETWEEN 1 AND 255)`;

const RULES: readonly Rule[] = [
  {
    kind: 'tree',
    what: 'is not below any root, so no user can reach it',
    // Only folders have members, so every cycle contains a folder. UNION terminates on cycles.
    sql: `WITH RECURSIVE up (start, id) AS (
        SELECT e.id, e.parent_id FROM entries e WHERE ${SLICE} AND e.is_folder = 1
        UNION SELECT up.start, e.parent_id FROM up CROSS JOIN entries e ON e.id = up.id)
      SELECT start AS id FROM up GROUP BY start HAVING count(*) = count(id)`,
  },
  {
    kind: 'tree',
    what: 'has a parent that is not a folder',
    sql: `SELECT e.id FROM entries e CROSS JOIN entries p ON p.id = e.parent_id WHERE ${SLICE} AND p.is_folder = 0`,
  },
  {
    kind: 'head',
    what: 'is a document without a current version, or a folder with one',
    sql: `SELECT e.id FROM entries e LEFT JOIN documents d ON d.entry_id = e.id
      LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version
      WHERE ${SLICE} AND (e.is_folder = 1) IS NOT (v.number IS NULL)`,
  },
  {
    kind: 'head',
    what: 'has a current version that is not its newest',
    sql: `SELECT e.id FROM entries e CROSS JOIN documents d ON d.entry_id = e.id
      WHERE ${SLICE} AND d.version < (SELECT max(number) FROM versions v WHERE v.document_id = e.id)`,
  },
  {
    kind: 'version_size',
    what: 'has a size that differs from that of its content',
    sql: `SELECT e.id, v.number AS version FROM entries e CROSS JOIN versions v ON v.document_id = e.id
      CROSS JOIN blobs b ON b.sha256 = v.sha256 WHERE ${SLICE} AND v.size_bytes <> b.size_bytes`,
  },
  {
    kind: 'media_type',
    what: 'has a media type that cannot be sent',
    // `isSendableType` in SQL. Functions on text end at a NUL, so that character is searched separately.
    sql: `SELECT e.id, v.number AS version FROM entries e CROSS JOIN versions v ON v.document_id = e.id
      WHERE ${SLICE} AND ${UNSENDABLE}`,
    mend: `UPDATE versions AS v SET mime_type = '${UNKNOWN_TYPE}'
      WHERE v.document_id = :id AND v.number = :version AND ${UNSENDABLE}`,
  },
  {
    kind: 'trash',
    what: 'is in the trash without exactly one record, or has a record but is not in the trash',
    sql: `SELECT e.id FROM entries e WHERE ${SLICE} AND (e.root_kind IS 'trash') <>
      (EXISTS (SELECT 1 FROM trash t WHERE t.entry_id = e.id) + EXISTS (SELECT 1 FROM erasures r WHERE r.entry_id = e.id))`,
  },
  {
    kind: 'home',
    what: 'is a home without a user',
    sql: `SELECT e.id FROM entries e WHERE ${SLICE} AND e.root_kind = 'home'
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = e.owner_id AND u.home_id = e.id)`,
  },
];

/** Documents and folders: the tree, the heads of documents, the trash, homes, and the keys of names. */
export const entryInspection: Inspection = {
  subject: 'documents and folders',
  unit: 'entries',
  find: (source) =>
    inSlices(source, { table: 'entries', column: 'id' }, async (_, after, until) => {
      const found = [...(await keyFindings(source, after, until))];
      for (const { kind, what, sql, mend } of RULES) {
        const rows = await source.all<{ id: number; version?: number }>(sql, [{ after, until }]);
        for (const { id, version } of rows) {
          const repair =
            mend === undefined ? {} : { mend: statement(mend, [{ id, version: version ?? null }]) };
          found.push({ kind, what, entries: [{ id, version }], ...repair });
        }
      }
      return found;
    }),
};

interface NamedRow {
  id: number;
  name: string;
  name_key: string;
  sort_key: string;
}

async function keyFindings(source: Source, after: number, until: number): Promise<Finding[]> {
  const rows = await source.all<NamedRow>(
    // A damaged name may be NULL, which the check of the database file reports.
    `SELECT e.id, e.name, e.name_key, e.sort_key FROM entries e WHERE ${SLICE} AND typeof(e.name) = 'text'`,
    [{ after, until }],
  );
  return rows.flatMap(({ id, name, name_key: key, sort_key: order }) => {
    const right = { key: nameKey(name), order: sortKey(name) };
    if (key === right.key && order === right.order) return [];
    // The fault may be in the name itself. Users see the name, so the keys are adapted to it.
    const mend = statement(
      'UPDATE OR IGNORE entries SET name_key = ?, sort_key = ? WHERE id = ? AND name = ?',
      [right.key, right.order, id, name],
    );
    return [{ kind: 'name_key', what: 'has keys that do not match its name', entries: [{ id }], mend }];
  });
}
