import type { Knex } from 'knex';

const STATEMENTS = [
  // Number of documents and folders in the home and its trash, without the home itself.
  'ALTER TABLE users ADD COLUMN used_entries INTEGER NOT NULL DEFAULT 0 CHECK (used_entries >= 0)',
  // Only folders are walked; their members are counted in the index. CROSS JOIN prevents SQLite from reading all
  // entries for each folder.
  `WITH RECURSIVE folders (id, owner_id) AS (
     SELECT id, owner_id FROM entries WHERE owner_id IS NOT NULL
     UNION ALL
     SELECT t.entry_id, t.owner_id FROM trash t CROSS JOIN entries e ON e.id = t.entry_id
       WHERE t.owner_id IS NOT NULL AND e.is_folder = 1
     UNION ALL
     SELECT e.id, f.owner_id FROM folders f CROSS JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1),
   held (owner_id, total) AS (
     SELECT f.owner_id, count(*) FROM folders f CROSS JOIN entries e ON e.parent_id = f.id GROUP BY f.owner_id
     UNION ALL
     SELECT owner_id, count(*) FROM trash WHERE owner_id IS NOT NULL GROUP BY owner_id)
   UPDATE users SET used_entries = counted.total
   FROM (SELECT owner_id, sum(total) AS total FROM held GROUP BY owner_id) AS counted
   WHERE counted.owner_id = users.id`,
];

/** Adds the number of entries in the home of each user. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
