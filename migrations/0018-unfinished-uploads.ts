import type { Knex } from 'knex';

const STATEMENTS = [
  // Contents that arrive in several requests. The received bytes are in incoming/upload-<id>, and are synced up to
  // received_bytes. id: random, so that after a restore no client continues a different upload. folder_id: 0 is the
  // home; the folder may no longer exist. owner_id: owner of the home whose quota the content counts against. entry_id:
  // where the content is stored; the row is kept for a while, for clients that missed the response.
  `CREATE TABLE unfinished_uploads (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    owner_id INTEGER,
    length_bytes INTEGER NOT NULL CHECK (length_bytes >= 0),
    received_bytes INTEGER NOT NULL DEFAULT 0 CHECK (received_bytes BETWEEN 0 AND length_bytes),
    folder_id INTEGER NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    conflict TEXT NOT NULL CHECK (conflict IN ('version', 'rename', 'skip', 'fail')),
    mime_type TEXT,
    modified_at INTEGER,
    comment TEXT,
    sha256 TEXT,
    metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    entry_id INTEGER,
    entry_kind TEXT CHECK (entry_kind IN ('file', 'folder'))
  ) STRICT`,
  'CREATE INDEX unfinished_uploads_by_user ON unfinished_uploads (user_id, id) WHERE entry_id IS NULL',
  'CREATE INDEX unfinished_uploads_waiting ON unfinished_uploads (id) WHERE entry_id IS NULL',
  // Also used when an account is deleted (foreign key).
  'CREATE INDEX unfinished_uploads_of_user ON unfinished_uploads (user_id)',
  'CREATE INDEX unfinished_uploads_by_expiry ON unfinished_uploads (expires_at)',
];

/** Adds resumable uploads. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
