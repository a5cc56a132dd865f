import type { Knex } from 'knex';

/** SQL: bytes of comments and dead properties above 4 KiB per entry. Few entries exceed this. */
const COUNTED = `details (id, bytes) AS (
     SELECT entry_id, octet_length(comments) FROM documents WHERE comments <> ''
     UNION ALL
     SELECT entry_id, octet_length(namespace) + octet_length(name) + octet_length(xml) FROM properties),
   counted (id, bytes) AS (SELECT id, sum(bytes) - 4096 FROM details GROUP BY id HAVING sum(bytes) > 4096)`;

const STATEMENTS = [
  // The home itself does not count, because it is not an entry of the home. UNION ALL is safe: the tree has no cycles.
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
   UPDATE users SET used_bytes = used_bytes + added.total
   FROM (SELECT owner_id, sum(bytes) AS total FROM held WHERE owner_id IS NOT NULL GROUP BY owner_id) AS added
   WHERE added.owner_id = users.id`,
];

/** Counts comments and dead properties towards the quota of the home, except the first 4 KiB per entry. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
