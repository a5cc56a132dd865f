import type { Knex } from 'knex';

const STATEMENTS = [
  `CREATE TABLE links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code_sha256 TEXT NOT NULL UNIQUE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    created_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    password_hash TEXT,
    expires_at INTEGER,
    max_downloads INTEGER,
    downloads INTEGER NOT NULL DEFAULT 0,
    visits INTEGER NOT NULL DEFAULT 0,
    last_used_at INTEGER,
    is_listed INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX links_by_entry ON links (entry_id)',
  'CREATE INDEX links_by_creator ON links (created_by, id)',
  `CREATE TABLE link_uses (
    link_id INTEGER NOT NULL REFERENCES links (id) ON DELETE CASCADE,
    ip TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    visits INTEGER NOT NULL,
    downloads INTEGER NOT NULL,
    PRIMARY KEY (link_id, ip)
  ) STRICT, WITHOUT ROWID`,
];

/** Links that open an entry without an account, and the client addresses from which they were used. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
