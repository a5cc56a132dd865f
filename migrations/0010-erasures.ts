import type { Knex } from 'knex';

const STATEMENTS = [
  // Entries that no user can reach and that are deleted in steps, with all descendants: purged entries, and incomplete
  // copies. owner_id: the user whose quota they still count against. parent_id: the former folder, to which entries
  // that were deleted from the entry earlier are restored.
  `CREATE TABLE erasures (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    parent_id INTEGER REFERENCES entries (id) ON DELETE SET NULL
  ) STRICT`,
  'CREATE INDEX erasures_by_owner ON erasures (owner_id)',
  'CREATE INDEX erasures_by_parent ON erasures (parent_id)',

  // This trigger searched the log for each purged document. It is not needed: no user can read the place of such a
  // record. The folder is purged too, or the place was unset when the document was moved to the trash.
  'DROP TRIGGER activities_document_gone',

  // Contents that have lost their last version; a new version may use them since.
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

/** Deletes large folders and unused contents at a cost that does not depend on the rest of the database. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
