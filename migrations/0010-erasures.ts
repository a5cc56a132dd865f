import type { Knex } from 'knex';

const STATEMENTS = [
  // Entries that are out of everybody's reach and are deleted piece by piece, with all beneath them: purged ones,
  // and copies until they are whole. owner_id: whose limits they still count against. parent_id: the folder that
  // the entry was in, for what was deleted from it before.
  `CREATE TABLE erasures (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    parent_id INTEGER REFERENCES entries (id) ON DELETE SET NULL
  ) STRICT`,
  'CREATE INDEX erasures_by_owner ON erasures (owner_id)',
  'CREATE INDEX erasures_by_parent ON erasures (parent_id)',

  // For each document that was purged it searched the log. Nobody can read the folder of a purged document: it is
  // gone too, or unset since the document went to the trash.
  'DROP TRIGGER activities_document_gone',

  // Contents that have lost their last version, and may have a new one meanwhile.
  `CREATE TABLE freed_blobs (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE
  ) STRICT`,
  `CREATE TRIGGER blobs_freed AFTER DELETE ON versions
   WHEN NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = OLD.sha256)
   BEGIN INSERT OR IGNORE INTO freed_blobs (sha256) VALUES (OLD.sha256); END`,
  `INSERT INTO freed_blobs (sha256)
   SELECT sha256 FROM blobs b WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256)`,
];

/** Deletes large folders, and contents that no version has any more, at a cost that does not grow with the rest. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
