import type { Knex } from 'knex';

const STATEMENTS = [
  `CREATE TABLE edit_addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_sha256 TEXT NOT NULL UNIQUE,
    document_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
    token_id INTEGER REFERENCES tokens (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((session_id IS NULL) <> (token_id IS NULL))
  ) STRICT`,
  'CREATE INDEX edit_addresses_by_document ON edit_addresses (document_id)',
  'CREATE INDEX edit_addresses_by_user ON edit_addresses (user_id, id)',
  'CREATE INDEX edit_addresses_by_session ON edit_addresses (session_id) WHERE session_id IS NOT NULL',
  'CREATE INDEX edit_addresses_by_token ON edit_addresses (token_id) WHERE token_id IS NOT NULL',
];

/** Addresses at which one user can edit one document without a password. They end with the session that made them. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
