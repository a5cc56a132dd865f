import type { Knex } from 'knex';

const STATEMENTS = [
  // A former place of an entry: folder and name, and the folder of the place that followed. An entry that never moved has
  // none. A folder is null for a root and for the trash; it may no longer exist. Times in milliseconds UTC; rows of one
  // entry follow one another without gaps. Who ended it: the user, by which token and from which address.
  `CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    folder_id INTEGER,
    next_folder_id INTEGER,
    name TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL CHECK (ended_at >= began_at),
    user_id INTEGER,
    token_id INTEGER,
    ip TEXT
  ) STRICT`,
  'CREATE INDEX places_by_entry ON places (entry_id, ended_at)',
  'CREATE INDEX places_by_folder ON places (folder_id, ended_at) WHERE folder_id IS NOT NULL',
  'CREATE INDEX places_by_next_folder ON places (next_folder_id, ended_at, entry_id) WHERE next_folder_id IS NOT NULL',
  // With the time of creation, so that a folder at a time is counted without reading the rows of its members: these may be
  // scattered over the file.
  'DROP INDEX entries_by_order',
  'CREATE INDEX entries_by_order ON entries (parent_id, is_folder DESC, sort_key, id, created_at)',
];

/** Adds the former places of entries (docs/build/contract/history.md §41). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
