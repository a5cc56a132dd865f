import type { Knex } from 'knex';

const STATEMENTS = [
  // Single-use links for setting a password. code_sha256 is NULL once the link is used or void. The row is kept as long
  // as the hourly limit counts it.
  `CREATE TABLE password_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_sha256 TEXT UNIQUE,
    is_invitation INTEGER NOT NULL CHECK (is_invitation IN (0, 1)),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX password_links_by_user ON password_links (user_id, created_at)',
];

/** Adds links for users who have forgotten their password, or have none yet (docs/build/contract/sign-in.md §30). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
