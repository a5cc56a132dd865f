import type BetterSqlite from 'better-sqlite3';

/** SQL order that mixes the entries of all users, as if they had worked at the same time. */
const SHUFFLED = '(e.id * 7919) % 1000003, e.id';
const COLUMNS = 'action, user_id, user_login, user_name, at, details, entry_id, is_folder, ip, place_id';

/**
 * Writes the activity log: first the creation of each entry, then changes of documents.
 * @param count total number of records
 * @param begin time of the first record, in milliseconds UTC
 * @param stepMs interval between records
 */
export function writeLog(
  sqlite: BetterSqlite.Database,
  { count, begin, stepMs }: { readonly count: number; readonly begin: number; readonly stepMs: number },
): void {
  const made = sqlite
    .prepare(
      insert("CASE e.is_folder WHEN 1 THEN 'create_folder' ELSE 'upload' END", "e.root_kind IS NOT 'home'"),
    )
    .run({ begin, stepMs, count }).changes;
  const action =
    "CASE e.id % 4 WHEN 0 THEN 'new_version' WHEN 1 THEN 'rename' WHEN 2 THEN 'update' ELSE 'properties' END";
  sqlite
    .prepare(insert(action, 'e.is_folder = 0'))
    .run({ begin: begin + made * stepMs, stepMs, count: count - made });
}

function insert(action: string, condition: string): string {
  return `INSERT INTO activities (${COLUMNS})
    SELECT ${action}, u.id, u.login, u.name, :begin + :stepMs * row_number() OVER (ORDER BY ${SHUFFLED}) AS at,
      e.name, e.id, e.is_folder, '127.0.0.1', CASE e.is_folder WHEN 1 THEN e.id ELSE e.parent_id END
    FROM entries e JOIN users u ON u.id = e.created_by WHERE ${condition} ORDER BY at LIMIT :count`;
}
