/** What must never be in the database, whatever was done: each query must find nothing. */
export const FAULTS: Readonly<Record<string, string>> = {
  'foreign keys that point nowhere': 'PRAGMA foreign_key_check',
  'entries that hang in no root': `WITH RECURSIVE reached (id) AS (SELECT id FROM entries WHERE parent_id IS NULL
    UNION ALL SELECT e.id FROM reached r JOIN entries e ON e.parent_id = r.id)
    SELECT id FROM entries WHERE id NOT IN (SELECT id FROM reached)`,
  'entries beneath documents': `SELECT e.id FROM entries e JOIN entries p ON p.id = e.parent_id WHERE p.is_folder = 0`,
  'documents without a head': `SELECT e.id FROM entries e LEFT JOIN documents d ON d.entry_id = e.id
    LEFT JOIN versions v ON v.document_id = e.id AND v.number = d.version WHERE e.is_folder = 0 AND v.number IS NULL`,
  'heads that are not the newest version': `SELECT d.entry_id FROM documents d
    WHERE d.version IS NOT (SELECT max(number) FROM versions v WHERE v.document_id = d.entry_id)`,
  'homes whose entries are counted wrong': `WITH RECURSIVE held (id, owner_id) AS (
      SELECT e.id, home.owner_id FROM entries home JOIN entries e ON e.parent_id = home.id
      WHERE home.root_kind = 'home'
    UNION ALL SELECT entry_id, owner_id FROM trash UNION ALL SELECT entry_id, owner_id FROM erasures
    UNION ALL SELECT e.id, h.owner_id FROM held h JOIN entries e ON e.parent_id = h.id)
    SELECT login, used_entries, (SELECT count(*) FROM held h WHERE h.owner_id = u.id) AS held FROM users u
    WHERE used_entries <> (SELECT count(*) FROM held h WHERE h.owner_id = u.id)`,
  'trash whose record is missing, or records of what is not in it': `SELECT id FROM entries
    WHERE (root_kind IS 'trash') <> (id IN (SELECT entry_id FROM trash UNION ALL SELECT entry_id FROM erasures))`,
  'erasures that can still be restored':
    'SELECT entry_id FROM erasures WHERE entry_id IN (SELECT entry_id FROM trash)',
  'contents without a version that the sweep does not know': `SELECT sha256 FROM blobs b
    WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256)
      AND sha256 NOT IN (SELECT sha256 FROM freed_blobs)`,
};
