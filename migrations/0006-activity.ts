import type { Knex } from 'knex';

const STATEMENTS = [
  // full_details: text for users with access to more details than all readers of the entry. subject_id: another entry
  // that the text mentions.
  'ALTER TABLE activities ADD COLUMN full_details TEXT',
  'ALTER TABLE activities ADD COLUMN subject_id INTEGER',
  `UPDATE activities
   SET full_details = details, subject_id = 0, details = coalesce((SELECT name FROM entries WHERE id = entry_id), '')
   WHERE action IN ('share', 'unshare', 'move', 'copy', 'restore')`,

  // place_id: the folder whose readers can see the record: a folder itself, or the current folder of a document. Moving
  // a folder therefore changes no record. The records in a few folders can be found without reading the whole log.
  'ALTER TABLE activities ADD COLUMN place_id INTEGER',
  `UPDATE activities SET place_id =
     (SELECT CASE e.is_folder WHEN 1 THEN e.id ELSE e.parent_id END FROM entries e WHERE e.id = entry_id)`,
  // The indexes contain all columns that lists filter by: reading these from the rows is ten times slower.
  'CREATE INDEX activities_by_place ON activities (place_id, id, action, user_login, at)',
  'DROP INDEX activities_by_user',
  'CREATE INDEX activities_by_user ON activities (user_id, id, place_id, action, user_login, at)',
  `CREATE TRIGGER activities_document_moved AFTER UPDATE OF parent_id ON entries
   WHEN NEW.is_folder = 0 AND NEW.parent_id IS NOT OLD.parent_id
   BEGIN UPDATE activities SET place_id = NEW.parent_id WHERE entry_id = NEW.id; END`,
  `CREATE TRIGGER activities_document_gone AFTER DELETE ON entries WHEN OLD.is_folder = 0
   BEGIN UPDATE activities SET place_id = NULL WHERE entry_id = OLD.id; END`,

  // IP addresses from which each credential of a user has been used.
  `CREATE TABLE seen_addresses (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_id INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (user_id, token_id, address)
  ) STRICT, WITHOUT ROWID`,
];

/**
 * Makes the activity log fast for users who can see only a small part of it. Stores a text for all readers separately
 * from the full text.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
