import type { Knex } from 'knex';

const STATEMENTS = [
  // With which token a user acted, and in which undo. Null: with none.
  'ALTER TABLE activities ADD COLUMN token_id INTEGER',
  'ALTER TABLE activities ADD COLUMN undo_id INTEGER',
  'CREATE INDEX activities_by_undo ON activities (undo_id, id) WHERE undo_id IS NOT NULL',
  // What is taken back: changes by a user, with a token, from an address; all of a folder since a time; another undo. By
  // which user (null: a deleted one), and with whose permissions: those of the user, or those of the office. `position` is
  // the id of the last activity before it. Times in milliseconds UTC; `active_at` is that of its last step, `ended_at` is
  // null until all is done. `stop` is the message of the error that interrupted it.
  `CREATE TABLE undos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('changes', 'folder', 'undo')),
    of_user_id INTEGER,
    of_token_id INTEGER,
    of_ip TEXT,
    of_undo_id INTEGER REFERENCES undos (id),
    since INTEGER,
    until INTEGER,
    folder_id INTEGER,
    is_forced INTEGER NOT NULL CHECK (is_forced IN (0, 1)),
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    is_office INTEGER NOT NULL CHECK (is_office IN (0, 1)),
    is_operator INTEGER NOT NULL CHECK (is_operator IN (0, 1)),
    position INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    ended_at INTEGER,
    stop TEXT,
    total INTEGER NOT NULL DEFAULT 0,
    reverted INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX undos_by_user ON undos (user_id, id)',
  "CREATE INDEX undos_by_subject ON undos (of_user_id) WHERE kind = 'changes'",
  'CREATE INDEX undos_by_undo ON undos (of_undo_id) WHERE of_undo_id IS NOT NULL',
  'CREATE INDEX undos_unfinished ON undos (id) WHERE ended_at IS NULL',
  // Entries that an undo left as they were, with a message that says why.
  `CREATE TABLE undo_skips (
    undo_id INTEGER NOT NULL REFERENCES undos (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (undo_id, entry_id)
  ) STRICT, WITHOUT ROWID`,
];

/** Adds undos of many changes (docs/build/contract/history.md §43). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
