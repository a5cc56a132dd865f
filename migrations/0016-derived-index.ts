import type { Knex } from 'knex';

const queue = (id: string) => `INSERT INTO search_queue (entry_id) VALUES (${id})`;

const STATEMENTS = [
  ...['search_entry_made', 'search_entry_renamed', 'search_document_described', 'search_entry_gone'].map(
    (trigger) => `DROP TRIGGER ${trigger}`,
  ),
  'DROP TABLE search_queue',
  'DROP TABLE search_index',

  // Changes that the search index does not have yet, in their order. The ids are never used again, as they order what
  // is found. An entry may be here several times, and some are deleted meanwhile. `uploaded_sha256`: a content of it that
  // nothing may be known of before it is read, as a client has sent it.
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

  // Which index file has what was taken out of the queue, and how many times it had been written to by then.
  `CREATE TABLE search_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    index_id TEXT NOT NULL,
    writes INTEGER NOT NULL
  ) STRICT`,

  // What the command line asks the service to make anew.
  `CREATE TABLE reindex_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    texts INTEGER NOT NULL CHECK (texts IN (0, 1)),
    thumbnails INTEGER NOT NULL CHECK (thumbnails IN (0, 1))
  ) STRICT`,
];

/**
 * The search index goes into a file of its own (docs/build/decisions/0040-derived-files.md), which is made anew whenever it does not fit the
 * database. So nothing is copied into it here.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
