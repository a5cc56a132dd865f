import type { Knex } from 'knex';

/** Departures that are kept. Sync clients that have missed more list their folders again. */
const KEPT_DEPARTURES = 200_000;
/** Runs that are kept. */
const KEPT_RUNS = 1000;

const STATEMENTS = [
  // The place that an entry left, also because it was deleted permanently: then its former places (table `places`) are
  // deleted with it. Written only after the numbers of changes have begun. The folder is null for a root, and in the
  // trash. `number` is the one before the transaction, so that a state with the number N lacks the rows from N on.
  `CREATE TABLE tree_departures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL,
    folder_id INTEGER,
    name TEXT NOT NULL,
    is_folder INTEGER NOT NULL CHECK (is_folder IN (0, 1)),
    number INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX tree_departures_by_entry ON tree_departures (entry_id, number)',
  'CREATE INDEX tree_departures_by_folder ON tree_departures (folder_id, entry_id, number) WHERE folder_id IS NOT NULL',
  `CREATE TRIGGER tree_departures_moved AFTER UPDATE OF parent_id, name ON entries
   WHEN NEW.parent_id IS NOT OLD.parent_id OR NEW.name <> OLD.name
   BEGIN
     INSERT INTO tree_departures (entry_id, folder_id, name, is_folder, number)
     SELECT OLD.id, OLD.parent_id, OLD.name, OLD.is_folder, number FROM tree_clock;
   END`,
  `CREATE TRIGGER tree_departures_deleted AFTER DELETE ON entries WHEN OLD.parent_id IS NOT NULL
   BEGIN
     INSERT INTO tree_departures (entry_id, folder_id, name, is_folder, number)
     SELECT OLD.id, OLD.parent_id, OLD.name, OLD.is_folder, number FROM tree_clock;
   END`,
  // The greatest number of a departure that was deleted. A state with this number, or an older one, is unknown.
  'ALTER TABLE tree_clock ADD COLUMN forgotten INTEGER NOT NULL DEFAULT -1',
  `CREATE TRIGGER tree_departures_pruned AFTER INSERT ON tree_departures
   BEGIN
     DELETE FROM tree_departures WHERE id <= NEW.id - ${String(KEPT_DEPARTURES)};
   END`,
  `CREATE TRIGGER tree_departures_forgotten AFTER DELETE ON tree_departures
   BEGIN
     UPDATE tree_clock SET forgotten = OLD.number WHERE forgotten < OLD.number;
   END`,
  // A process that changes entries, and the number before its first change. A token of a state is signed with the secret
  // of the newest run. So the tokens that were issued after a copy of the data directory, which is used now, was made are
  // recognised: they have a greater number than the next run in the copy, or another secret.
  `CREATE TABLE tree_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret BLOB NOT NULL,
    began INTEGER NOT NULL
  ) STRICT`,
  `CREATE TRIGGER tree_runs_pruned AFTER INSERT ON tree_runs
   BEGIN
     DELETE FROM tree_runs WHERE id <= NEW.id - ${String(KEPT_RUNS)};
   END`,
  'INSERT INTO tree_runs (secret, began) SELECT randomblob(32), number FROM tree_clock',
];

/** Adds the places that entries left, for sync clients that ask for the changes of a folder (RFC 6578). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
