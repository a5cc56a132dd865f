import type { Knex } from 'knex';

const OLD = "namespace = 'http://owncloud.org/ns' AND name = 'favorite'";
const BYTES = 'octet_length(namespace) + octet_length(name) + octet_length(xml)';

/** SQL: bytes of the old property that count towards a quota: those above 4 KiB of its entry (0023-counted-details). */
const COUNTED = `old (id, bytes) AS (SELECT entry_id, ${BYTES} FROM properties WHERE ${OLD}),
   details (id, bytes) AS (
     SELECT entry_id, octet_length(comments) FROM documents WHERE entry_id IN (SELECT id FROM old)
     UNION ALL
     SELECT entry_id, ${BYTES} FROM properties WHERE entry_id IN (SELECT id FROM old)),
   counted (id, bytes) AS (
     SELECT o.id, min(o.bytes, sum(d.bytes) - 4096) FROM old o JOIN details d ON d.id = o.id
     GROUP BY o.id HAVING sum(d.bytes) > 4096)`;

const STATEMENTS = [
  `CREATE TABLE favourites (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, entry_id)
  ) STRICT, WITHOUT ROWID`,
  // For the deletion of an entry.
  'CREATE INDEX favourites_by_entry ON favourites (entry_id)',

  // Clients of ownCloud stored their marks as dead properties, which all users shared: it is unknown whose they are.
  `WITH RECURSIVE ${COUNTED},
   above (id, bytes) AS (
     SELECT c.id, c.bytes FROM counted c CROSS JOIN entries e ON e.id = c.id
       WHERE e.root_kind IS NULL OR e.root_kind = 'trash'
     UNION ALL
     SELECT e.parent_id, a.bytes FROM above a CROSS JOIN entries e ON e.id = a.id AND e.parent_id IS NOT NULL),
   held (owner_id, bytes) AS (
     SELECT e.owner_id, a.bytes FROM above a CROSS JOIN entries e ON e.id = a.id AND e.root_kind = 'home'
     UNION ALL
     SELECT t.owner_id, a.bytes FROM above a CROSS JOIN trash t ON t.entry_id = a.id
     UNION ALL
     SELECT r.owner_id, a.bytes FROM above a CROSS JOIN erasures r ON r.entry_id = a.id)
   UPDATE users SET used_bytes = used_bytes - gone.total
   FROM (SELECT owner_id, sum(bytes) AS total FROM held WHERE owner_id IS NOT NULL GROUP BY owner_id) AS gone
   WHERE gone.owner_id = users.id`,
  `DELETE FROM properties WHERE ${OLD}`,
];

/** The entries that a user has marked as favourites. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
