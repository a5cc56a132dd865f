import type { Knex } from 'knex';

const STATEMENTS = [
  `CREATE TABLE favourites (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, entry_id)
  ) STRICT, WITHOUT ROWID`,
  // For the deletion of an entry.
  'CREATE INDEX favourites_by_entry ON favourites (entry_id)',
];

/** The entries that a user has marked as favourites. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
