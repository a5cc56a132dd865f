import { nameKey } from '../../model/entries/names.ts';
import { type Finding, type Inspection, type Source, statement } from './finding.ts';

/** Grants, and the names of shared entries at the mount roots of their recipients. */
export const mountNameInspection: Inspection = {
  subject: 'shares',
  unit: 'parts',
  async *find(source) {
    yield { done: 0, total: 2, findings: await grantFindings(source) };
    yield { done: 1, total: 2, findings: await nameFindings(source) };
  },
};

async function grantFindings(source: Source): Promise<Finding[]> {
  const rows = await source.all<{ user_id: number; entry_id: number; login: string; has_name: 0 | 1 }>(
    `SELECT r.user_id, r.entry_id, u.login, m.name IS NOT NULL AS has_name
     FROM grants r CROSS JOIN users u ON u.id = r.user_id
     LEFT JOIN mount_names m ON m.user_id = r.user_id AND m.entry_id = r.entry_id
     WHERE m.name IS NULL OR m.ended_at IS NOT NULL`,
  );
  return rows.map(({ user_id: userId, entry_id: id, login, has_name: hasName }) => ({
    kind: 'mount_name',
    what: `is shared with ${login}, and its name there ${hasName ? 'is marked as ended' : 'is missing'}`,
    entries: [{ id }],
    ...(hasName && {
      mend: statement(
        `UPDATE mount_names SET ended_at = NULL WHERE user_id = :user AND entry_id = :entry
          AND EXISTS (SELECT 1 FROM grants WHERE user_id = :user AND entry_id = :entry)`,
        [{ user: userId, entry: id }],
      ),
    }),
  }));
}

async function nameFindings(source: Source): Promise<Finding[]> {
  const rows = await source.all<{
    user_id: number;
    entry_id: number;
    login: string;
    name: string;
    name_key: string;
    is_kept: 0 | 1;
  }>(
    `SELECT m.user_id, m.entry_id, u.login, m.name, m.name_key, m.ended_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM grants r WHERE r.user_id = m.user_id AND r.entry_id = m.entry_id) AS is_kept
     FROM mount_names m CROSS JOIN users u ON u.id = m.user_id WHERE typeof(m.name) = 'text'`,
  );
  return rows.flatMap(({ user_id: userId, entry_id: id, login, name, name_key: key, is_kept: isKept }) => {
    const found: Finding[] = [];
    const concerns = { kind: 'mount_name', entries: [{ id }] } as const;
    if (isKept)
      found.push({
        ...concerns,
        what: `has a name in the drive of ${login} although it is not shared`,
        mend: statement(
          `UPDATE mount_names SET ended_at = 0 WHERE user_id = :user AND entry_id = :entry
            AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = :user AND entry_id = :entry)`,
          [{ user: userId, entry: id }],
        ),
      });
    if (key !== nameKey(name))
      found.push({
        ...concerns,
        what: `has a key that does not match its name in the drive of ${login}`,
        mend: statement(
          'UPDATE OR IGNORE mount_names SET name_key = ? WHERE user_id = ? AND entry_id = ? AND name = ?',
          [nameKey(name), userId, id, name],
        ),
      });
    return found;
  });
}
