import type { Knex } from 'knex';

/** Number of records above which a document counts as busy. */
const MANY = 1000;

const STATEMENTS = [
  // Documents with many records. Their records have no place, so that moving the document changes none of them. They
  // are found by the document instead.
  `CREATE TABLE busy_documents (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE
  ) STRICT`,
  `INSERT INTO busy_documents (entry_id) SELECT a.entry_id FROM activities a JOIN entries e ON e.id = a.entry_id
   WHERE e.is_folder = 0 GROUP BY a.entry_id HAVING count(*) > ${MANY}`,
  'UPDATE activities SET place_id = NULL WHERE entry_id IN (SELECT entry_id FROM busy_documents)',

  // Counting for each new record would be too slow. On average, a document is counted at every 64th of its records.
  `CREATE TRIGGER activities_become_many AFTER INSERT ON activities
   WHEN NEW.is_folder = 0 AND NEW.place_id IS NOT NULL AND random() % 64 = 0
     AND (SELECT count(*) FROM (SELECT 1 FROM activities WHERE entry_id = NEW.entry_id LIMIT ${MANY + 1})) > ${MANY}
   BEGIN
     INSERT OR IGNORE INTO busy_documents (entry_id) VALUES (NEW.entry_id);
     UPDATE activities SET place_id = NULL WHERE entry_id = NEW.entry_id;
   END`,
  'DROP TRIGGER activities_document_moved',
  `CREATE TRIGGER activities_document_moved AFTER UPDATE OF parent_id ON entries
   WHEN NEW.is_folder = 0 AND NEW.parent_id IS NOT OLD.parent_id
     AND NOT EXISTS (SELECT 1 FROM busy_documents WHERE entry_id = NEW.id)
   BEGIN UPDATE activities SET place_id = NEW.parent_id WHERE entry_id = NEW.id; END`,
];

/** Bounds the cost of moving a document, regardless of the number of its records. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
