import type { Knex } from 'knex';

const STATEMENTS = [
  // Names that documents left recently, because they were moved or deleted. folder_id and name_key: the name as the
  // user saw it; parent_id and name: where the document was stored. The two differ for shared entries.
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

/** Adds the table for saving by rename (docs/build/webdav-clients.md). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
