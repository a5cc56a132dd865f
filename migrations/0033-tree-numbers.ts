import type { Knex } from 'knex';

const STATEMENTS = [
  // One row, written when the first sync client connects: without it, no change is numbered. `epoch` names the series of
  // numbers; a restored backup begins another one.
  `CREATE TABLE tree_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    number INTEGER NOT NULL
  ) STRICT`,
  // The number of the last change of an entry, and for a folder of anything beneath it; written by the transaction of the
  // change. Without a row: none since the numbers began.
  `CREATE TABLE tree_numbers (
    entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    number INTEGER NOT NULL
  ) STRICT`,
];

/** Adds the numbers of changes beneath folders. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
