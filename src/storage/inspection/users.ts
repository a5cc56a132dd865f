import { countedDetailBytes } from '../detail-bytes.ts';
import { type Inspection, type Source, statement } from './finding.ts';
import { inSlices } from './slices.ts';

/**
 * SQL: usage of the home of user `:user`, including its trash and entries that are being erased. UNION terminates on
 * cycles.
 */
const HELD = `WITH RECURSIVE held (id) AS (
    SELECT m.id FROM entries home CROSS JOIN entries m ON m.parent_id = home.id
    WHERE home.owner_id = :user AND home.root_kind = 'home'
    UNION SELECT entry_id FROM trash WHERE owner_id = :user
    UNION SELECT entry_id FROM erasures WHERE owner_id = :user
    UNION SELECT e.id FROM held h CROSS JOIN entries e ON e.parent_id = h.id)
  SELECT coalesce(sum(coalesce((SELECT sum(v.size_bytes) FROM versions v WHERE v.document_id = held.id), 0)
    + ${countedDetailBytes('held.id')}), 0) AS bytes, count(*) AS entries FROM held`;

interface UsageRow {
  id: number;
  login: string;
  used_bytes: number;
  used_entries: number;
  bytes: number;
  entries: number;
}

/** Users: their homes, and the usage of these. */
export const userInspection: Inspection = {
  subject: 'users',
  unit: 'users',
  find: (source) =>
    inSlices(source, { table: 'users', column: 'id' }, async (_, after, until) => {
      const ids = await source.all<{ id: number; login: string; has_home: 0 | 1 }>(
        `SELECT u.id, u.login, EXISTS (SELECT 1 FROM entries e WHERE e.id = u.home_id AND e.owner_id = u.id
           AND e.root_kind = 'home' AND e.is_folder = 1) AS has_home FROM users u WHERE u.id > ? AND u.id <= ?`,
        [after, until],
      );
      const homeless = ids.filter(({ has_home: hasHome }) => hasHome === 0);
      const found = await Promise.all(ids.map(({ id }) => usageFindings(source, id)));
      return [
        ...homeless.map(
          ({ login }) => ({ kind: 'home', what: 'has no home', place: `user ${login}` }) as const,
        ),
        ...found.flat(),
      ];
    }),
};

async function usageFindings(source: Source, userId: number) {
  const rows = await source.all<UsageRow>(
    `SELECT u.id, u.login, u.used_bytes, u.used_entries, held.bytes, held.entries
     FROM users u, (${HELD}) AS held WHERE u.id = :user AND (u.used_bytes, u.used_entries) <> (held.bytes, held.entries)`,
    [{ user: userId }],
  );
  return rows.map(({ login, used_bytes: usedBytes, used_entries: usedEntries, bytes, entries }) => ({
    kind: 'used' as const,
    what: `has ${String(entries)} entries and ${String(bytes)} bytes, but ${String(usedEntries)} and ${String(usedBytes)} are recorded`,
    place: `user ${login}`,
    mend: statement(`UPDATE users SET (used_bytes, used_entries) = (${HELD}) WHERE id = :user`, [
      { user: userId },
    ]),
  }));
}
