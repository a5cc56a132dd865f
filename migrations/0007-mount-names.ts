import type { Knex } from 'knex';

const STATEMENTS = [
  // The name of each shared entry at the mount root of each recipient. No foreign key to the entry: the name outlives
  // the grant, and remains reserved for a while, because clients may still use it. ended_at: NULL until the grant is
  // deleted, then 0 until housekeeping replaces 0 with the time.
  `CREATE TABLE mount_names (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (user_id, entry_id),
    UNIQUE (user_id, name_key)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX mount_names_by_end ON mount_names (ended_at) WHERE ended_at IS NOT NULL',
];

const TRIGGERS = [
  `CREATE TRIGGER share_recipients_named BEFORE INSERT ON share_recipients
   WHEN NOT EXISTS (SELECT 1 FROM mount_names WHERE user_id = NEW.user_id AND entry_id = NEW.entry_id)
   BEGIN SELECT RAISE(ABORT, 'a grant needs a name at the mount root'); END`,
  `CREATE TRIGGER share_recipients_ended AFTER DELETE ON share_recipients
   BEGIN UPDATE mount_names SET ended_at = 0 WHERE user_id = OLD.user_id AND entry_id = OLD.entry_id; END`,
];

interface EntryRow {
  id: number;
  parent_id: number | null;
  name_key: string;
}

interface GrantRow {
  user_id: number;
  home_id: number;
  entry_id: number;
  name: string;
  is_folder: 0 | 1;
  is_shown: 0 | 1;
}

/**
 * The grants in the order in which names were numbered before this migration: shown grants first, oldest first. One
 * recursive walk upwards finds the roots of all granted entries.
 */
const GRANTS = `WITH RECURSIVE up (entry_id, id) AS (
    SELECT DISTINCT entry_id, entry_id FROM share_recipients
    UNION ALL
    SELECT up.entry_id, e.parent_id FROM up JOIN entries e ON e.id = up.id WHERE e.parent_id IS NOT NULL)
  SELECT r.user_id, u.home_id, r.entry_id, e.name, e.is_folder,
    root.root_kind <> 'trash' AND root.owner_id IS NOT r.user_id
      AND (s.expires_at IS NULL OR s.expires_at > unixepoch() * 1000) AS is_shown
  FROM share_recipients r
  JOIN shares s ON s.id = r.share_id
  JOIN users u ON u.id = r.user_id
  JOIN entries e ON e.id = r.entry_id
  JOIN up ON up.entry_id = r.entry_id
  JOIN entries root ON root.id = up.id AND root.parent_id IS NULL
  ORDER BY r.user_id, is_shown DESC, r.share_id`;

/** Stores the name of every grant as its recipient has seen it so far. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
  const taken = new Set<string>();
  const grants: GrantRow[] = await knex.raw(GRANTS);
  for (const grant of grants) {
    const { user_id, home_id, entry_id } = grant;
    const isFree = async (key: string) => {
      if (taken.has(`${String(user_id)}/${key}`)) return false;
      const own = await knex<EntryRow>('entries').where({ parent_id: home_id, name_key: key }).first('id');
      return own === undefined || own.id === entry_id;
    };
    let name = grant.name;
    for (let number = 2; !(await isFree(name.normalize('NFC'))); number += 1) name = numbered(grant, number);
    taken.add(`${String(user_id)}/${name.normalize('NFC')}`);
    await knex('mount_names').insert({ user_id, entry_id, name, name_key: name.normalize('NFC') });
  }
  for (const trigger of TRIGGERS) await knex.raw(trigger);
}

/** `report.pdf`, 2 → `report (2).pdf`, at most 255 bytes: the rule at the time of this migration. */
function numbered({ name, is_folder }: GrantRow, number: number): string {
  const dot = name.lastIndexOf('.');
  const hasExtension = is_folder === 0 && dot > 0 && name.length - dot <= 16;
  const suffix = ` (${String(number)})${hasExtension ? name.slice(dot) : ''}`;
  let stem = hasExtension ? name.slice(0, dot) : name;
  while (Buffer.byteLength(stem + suffix) > 255) stem = Array.from(stem).slice(0, -1).join('');
  return stem + suffix;
}
