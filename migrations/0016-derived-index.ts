import type { Knex } from 'knex';

const queue = (id: string) => `INSERT INTO search_queue (entry_id) VALUES (${id})`;

const STATEMENTS = [
  ...['search_entry_made', 'search_entry_renamed', 'search_document_described', 'search_entry_gone'].map(
    (trigger) => `DROP TRIGGER ${trigger}`,
  ),
  'DROP TABLE search_queue',
  'DROP TABLE search_index',

  // Changes that are not in the search index yet, in their order. Ids are never reused, because they determine the
  // order of search results. An entry can have several rows, and may have been deleted since. `uploaded_sha256`: a
  // content uploaded by a client; derived data of it must be hidden until it is read.
  `CREATE TABLE search_queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL,
    uploaded_sha256 TEXT
  ) STRICT`,
  'CREATE INDEX search_queue_by_upload ON search_queue (entry_id) WHERE uploaded_sha256 IS NOT NULL',
  `CREATE TRIGGER search_entry_made AFTER INSERT ON entries BEGIN ${queue('NEW.id')}; END`,
  `CREATE TRIGGER search_entry_changed AFTER UPDATE OF name, parent_id, root_kind, updated_at ON entries
   BEGIN ${queue('NEW.id')}; END`,
  `CREATE TRIGGER search_entry_gone AFTER DELETE ON entries BEGIN ${queue('OLD.id')}; END`,
  `CREATE TRIGGER search_document_changed AFTER UPDATE OF version, title, comments ON documents
   BEGIN ${queue('NEW.entry_id')}; END`,
  `CREATE TRIGGER search_version_changed AFTER UPDATE OF mime_type ON versions
   BEGIN ${queue('NEW.document_id')}; END`,

  // Id of the index file that contains the changes removed from the queue, and its number of writes at that time.
  `CREATE TABLE search_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    index_id TEXT NOT NULL,
    writes INTEGER NOT NULL
  ) STRICT`,

  // Requests of the command line to recreate derived data.
  `CREATE TABLE reindex_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    texts INTEGER NOT NULL CHECK (texts IN (0, 1)),
    thumbnails INTEGER NOT NULL CHECK (thumbnails IN (0, 1))
  ) STRICT`,
];

/**
 * Moves the search index to a separate file (docs/build/decisions/0040-derived-files.md). The service rebuilds it if it
 * does not match the database, so this migration does not copy it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
