import type { Knex } from 'knex';

const STATEMENTS = [
  `CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    login TEXT NOT NULL COLLATE NOCASE,
    name TEXT NOT NULL,
    email TEXT NOT NULL COLLATE NOCASE,
    password_hash TEXT NOT NULL,
    is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
    is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
    two_factor TEXT NOT NULL DEFAULT 'off' CHECK (two_factor IN ('off', 'email', 'totp')),
    quota_bytes INTEGER CHECK (quota_bytes >= 0),
    used_bytes INTEGER NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
    home_id INTEGER NOT NULL REFERENCES entries (id) DEFERRABLE INITIALLY DEFERRED,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_login_at INTEGER
  ) STRICT`,
  'CREATE UNIQUE INDEX users_by_login ON users (login)',
  'CREATE UNIQUE INDEX users_by_email ON users (email)',
  // The foreign key requires this lookup for each permanently deleted entry.
  'CREATE INDEX users_by_home ON users (home_id)',

  // The tree: folders and documents in one table. Homes, system folders and deleted entries have no parent.
  `CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id INTEGER REFERENCES entries (id),
    root_kind TEXT CHECK (root_kind IN ('home', 'system', 'trash')),
    owner_id INTEGER REFERENCES users (id),
    is_folder INTEGER NOT NULL CHECK (is_folder IN (0, 1)),
    name TEXT NOT NULL CHECK (length(name) > 0),
    name_key TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    updated_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    CHECK ((parent_id IS NULL) = (root_kind IS NOT NULL)),
    CHECK (parent_id <> id),
    CHECK (owner_id IS NULL OR root_kind = 'home')
  ) STRICT`,
  'CREATE UNIQUE INDEX entries_by_name ON entries (parent_id, name_key)',
  "CREATE UNIQUE INDEX entries_system_by_name ON entries (name_key) WHERE root_kind = 'system'",
  'CREATE UNIQUE INDEX entries_home_by_owner ON entries (owner_id) WHERE owner_id IS NOT NULL',
  'CREATE INDEX entries_by_order ON entries (parent_id, is_folder DESC, sort_key, id)',
  'CREATE INDEX entries_by_created_by ON entries (created_by)',
  'CREATE INDEX entries_by_updated_by ON entries (updated_by)',

  `CREATE TABLE documents (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    title TEXT,
    comments TEXT NOT NULL DEFAULT '',
    modified_at INTEGER NOT NULL,
    FOREIGN KEY (entry_id, version) REFERENCES versions (document_id, number) DEFERRABLE INITIALLY DEFERRED
  ) STRICT`,

  // The bytes of versions: up to 64 KiB in the column `content`, larger ones in a file named after the hash.
  `CREATE TABLE blobs (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    created_at INTEGER NOT NULL,
    content BLOB CHECK (content IS NULL OR length(content) = size_bytes)
  ) STRICT`,

  `CREATE TABLE versions (
    document_id INTEGER NOT NULL REFERENCES documents (entry_id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    sha256 TEXT NOT NULL REFERENCES blobs (sha256),
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    mime_type TEXT NOT NULL,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    comment TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (document_id, number)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX versions_by_sha256 ON versions (sha256)',
  'CREATE INDEX versions_by_author ON versions (author_id)',

  // One row per deletion. The entry becomes a root of kind 'trash'; its descendants do not change.
  `CREATE TABLE trash (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES entries (id) ON DELETE SET NULL,
    owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    was_root INTEGER NOT NULL CHECK (was_root IN (0, 1)),
    path TEXT NOT NULL,
    deleted_at INTEGER NOT NULL,
    deleted_by INTEGER REFERENCES users (id) ON DELETE SET NULL
  ) STRICT`,
  'CREATE INDEX trash_by_parent ON trash (parent_id)',
  'CREATE INDEX trash_by_owner ON trash (owner_id, deleted_at)',
  'CREATE INDEX trash_by_deleted_by ON trash (deleted_by, deleted_at)',
  'CREATE INDEX trash_by_deleted_at ON trash (deleted_at)',

  `CREATE TABLE shares (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    permissions INTEGER NOT NULL CHECK (permissions BETWEEN 1 AND 31 AND (permissions & 1) = 1),
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    UNIQUE (id, entry_id)
  ) STRICT`,
  'CREATE INDEX shares_by_entry ON shares (entry_id)',
  'CREATE INDEX shares_by_created_by ON shares (created_by)',
  `CREATE TABLE share_recipients (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL,
    share_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, entry_id),
    FOREIGN KEY (share_id, entry_id) REFERENCES shares (id, entry_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX share_recipients_by_share ON share_recipients (share_id, entry_id)',
  'CREATE INDEX share_recipients_by_entry ON share_recipients (entry_id)',

  `CREATE TABLE locks (
    token TEXT PRIMARY KEY,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    depth TEXT NOT NULL CHECK (depth IN ('0', 'infinity')),
    scope TEXT NOT NULL CHECK (scope IN ('exclusive', 'shared')),
    owner_xml TEXT NOT NULL,
    timeout_seconds INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX locks_by_entry ON locks (entry_id)',
  'CREATE INDEX locks_by_user ON locks (user_id)',
  'CREATE INDEX locks_by_expiry ON locks (expires_at)',

  `CREATE TABLE properties (
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    xml TEXT NOT NULL,
    PRIMARY KEY (entry_id, namespace, name)
  ) STRICT, WITHOUT ROWID`,

  `CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_sha256 TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
    ip TEXT,
    user_agent TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX sessions_by_user ON sessions (user_id)',
  'CREATE INDEX sessions_by_expiry ON sessions (expires_at)',

  `CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_sha256 TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    prefix TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT`,
  'CREATE INDEX tokens_by_user ON tokens (user_id)',

  // The activity log. No foreign keys: records remain when the entry or the user is deleted.
  `CREATE TABLE activities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action TEXT NOT NULL,
    user_id INTEGER,
    user_login TEXT,
    user_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    details TEXT NOT NULL,
    entry_id INTEGER,
    is_folder INTEGER CHECK (is_folder IN (0, 1)),
    ip TEXT
  ) STRICT`,
  'CREATE INDEX activities_by_entry ON activities (entry_id, id)',
  'CREATE INDEX activities_by_user ON activities (user_id, id)',

  'CREATE VIRTUAL TABLE search_index USING fts5 (name, title, comments, body, tokenize = "unicode61 remove_diacritics 2")',
];

/** Creates the first schema (docs/build/architecture.md). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
