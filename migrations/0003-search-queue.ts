import type { Knex } from 'knex';

const STATEMENTS = [
  // Entries whose text has changed since they were last indexed. They may have been deleted since. Migration 0016
  // replaces this table and its triggers.
  'CREATE TABLE search_queue (entry_id INTEGER PRIMARY KEY) STRICT',
  `CREATE TRIGGER search_entry_made AFTER INSERT ON entries
   BEGIN INSERT OR IGNORE INTO search_queue (entry_id) VALUES (NEW.id); END`,
  `CREATE TRIGGER search_entry_renamed AFTER UPDATE OF name, root_kind ON entries
   BEGIN INSERT OR IGNORE INTO search_queue (entry_id) VALUES (NEW.id); END`,
  `CREATE TRIGGER search_document_described AFTER UPDATE OF title, comments ON documents
   BEGIN INSERT OR IGNORE INTO search_queue (entry_id) VALUES (NEW.entry_id); END`,
  `CREATE TRIGGER search_entry_gone AFTER DELETE ON entries
   BEGIN INSERT OR IGNORE INTO search_queue (entry_id) VALUES (OLD.id); END`,
];

/**
 * Adds the queue of the search index. Entries are indexed in batches before a search, so that uploads do not wait for
 * indexing.
 */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
