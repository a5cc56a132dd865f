import type { Knex } from 'knex';

const STATEMENTS = [
  // While one of them lasts, no content is deleted: a backup is copying what its snapshot of the database names.
  `CREATE TABLE sweep_holds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,

  // The last backup that succeeded, and the last one that failed. detail: the name of the snapshot, or the reason.
  `CREATE TABLE backup_results (
    outcome TEXT PRIMARY KEY CHECK (outcome IN ('success', 'failure')),
    at INTEGER NOT NULL,
    destination TEXT NOT NULL,
    detail TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

/** Backups beside a running service. */
export async function up(knex: Knex): Promise<void> {
  for (const statement of STATEMENTS) await knex.raw(statement);
}
