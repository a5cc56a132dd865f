import type { Knex } from 'knex';

const STATEMENTS = [
  // While a hold exists, no content is deleted: a backup is copying the contents of its database snapshot.
  `CREATE TABLE sweep_holds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,

  // The last successful and the last failed backup. detail: the name of the snapshot, or the reason for the failure.
  `CREATE TABLE backup_results (
    outcome TEXT PRIMARY KEY CHECK (outcome IN ('success', 'failure')),
    at INTEGER NOT NULL,
    destination TEXT NOT NULL,
    detail TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

/** Adds backups while the service is running. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
