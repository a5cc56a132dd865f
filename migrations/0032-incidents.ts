import type { Knex } from 'knex';

const STATEMENTS = [
  // Times in milliseconds UTC. examples: JSON, an array of { id, name } of documents. token: name of the token with which
  // the user made the last change; null: another credential. lifted_by: display name.
  `CREATE TABLE incidents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('overwrites', 'renames', 'replacements')),
    action TEXT NOT NULL CHECK (action IN ('notify', 'pause')),
    begun_at INTEGER NOT NULL,
    detected_at INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    examples TEXT NOT NULL,
    token TEXT,
    ip TEXT,
    lifted_at INTEGER,
    lifted_by TEXT,
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
  ) STRICT`,
  'CREATE UNIQUE INDEX incidents_open ON incidents (user_id) WHERE lifted_at IS NULL',
  'CREATE INDEX incidents_by_user ON incidents (user_id)',
];

/** Incidents: users who have encrypted or destroyed many documents in a short time. They end with their user. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
