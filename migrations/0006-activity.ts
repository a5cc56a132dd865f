import type { Knex } from 'knex';

const STATEMENTS = [
  // The wording that tells more than everybody may know who can read the entry, and the other entry that it names.
  'ALTER TABLE activities ADD COLUMN full_details TEXT',
  'ALTER TABLE activities ADD COLUMN subject_id INTEGER',
  `UPDATE activities
   SET full_details = details, subject_id = 0, details = coalesce((SELECT name FROM entries WHERE id = entry_id), '')
   WHERE action IN ('share', 'unshare', 'move', 'copy', 'restore')`,

  // The folder in which it is to be read now: the entry itself, or the folder that the document lies in. So it stays as
  // it is when folders are moved, and who can read few folders finds what happened in them without reading the log.
  'ALTER TABLE activities ADD COLUMN place_id INTEGER',
  `UPDATE activities SET place_id =
     (SELECT CASE e.is_folder WHEN 1 THEN e.id ELSE e.parent_id END FROM entries e WHERE e.id = entry_id)`,
  // With all that lists are narrowed by: to look it up in the rows would cost ten times as much.
  'CREATE INDEX activities_by_place ON activities (place_id, id, action, user_login, at)',
  'DROP INDEX activities_by_user',
  'CREATE INDEX activities_by_user ON activities (user_id, id, place_id, action, user_login, at)',
  `CREATE TRIGGER activities_document_moved AFTER UPDATE OF parent_id ON entries
   WHEN NEW.is_folder = 0 AND NEW.parent_id IS NOT OLD.parent_id
   BEGIN UPDATE activities SET place_id = NEW.parent_id WHERE entry_id = NEW.id; END`,
  `CREATE TRIGGER activities_document_gone AFTER DELETE ON entries WHEN OLD.is_folder = 0
   BEGIN UPDATE activities SET place_id = NULL WHERE entry_id = OLD.id; END`,

  // From where each credential of a user has been used.
  `CREATE TABLE seen_addresses (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_id INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (user_id, token_id, address)
  ) STRICT, WITHOUT ROWID`,
];

/** A log that is read quickly by those who may see little of it, and that tells each no more than he may know. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
