import type { Knex } from 'knex';

const STATEMENTS = [
  `CREATE TABLE openings (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    opened_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, entry_id)
  ) STRICT, WITHOUT ROWID`,
  // For the deletion of an entry.
  'CREATE INDEX openings_by_entry ON openings (entry_id)',
];

/** The documents that a user has opened last. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
