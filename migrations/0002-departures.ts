import type { Knex } from 'knex';

const STATEMENTS = [
  // Names that documents left a moment ago, as the user knows them, with where they lay in truth.
  `CREATE TABLE departures (
    folder_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    name_key TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES documents (entry_id) ON DELETE CASCADE,
    parent_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    is_deletion INTEGER NOT NULL CHECK (is_deletion IN (0, 1)),
    departed_at INTEGER NOT NULL,
    PRIMARY KEY (folder_id, name_key, user_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX departures_by_document ON departures (document_id)',
  'CREATE INDEX departures_by_parent ON departures (parent_id)',
  'CREATE INDEX departures_by_user ON departures (user_id)',
  'CREATE INDEX departures_by_time ON departures (departed_at)',
];

/** What saving by rename rests on (CONTRACT §3). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
