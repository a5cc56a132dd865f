import type BetterSqlite from 'better-sqlite3';
import type { Database, Statement } from './database/database.ts';

/** Outcome of a backup. */
export type BackupOutcome = 'success' | 'failure';

/** The most recent backup with this outcome. */
export interface BackupResultRow {
  readonly outcome: BackupOutcome;
  /** End of the backup, in milliseconds UTC. */
  readonly at: number;
  /** Absolute path of the repository. */
  readonly destination: string;
  /** Name of the snapshot, or the reason why there is none. */
  readonly detail: string;
}

const LIST = 'SELECT outcome, at, destination, detail FROM backup_results';

/**
 * Same as {@link BackupResults.list}, for a read-only connection. Returns an empty list if the schema has no such
 * table.
 */
export function listBackupResults(sqlite: BetterSqlite.Database): BackupResultRow[] {
  const table = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_results'").get();
  return table === undefined ? [] : sqlite.prepare<[], BackupResultRow>(LIST).all();
}

/** The last backup that succeeded and the last one that failed (table `backup_results`). */
export class BackupResults {
  readonly #upsert: Statement<[string, number, string, string]>;
  readonly #putBefore: Statement<[number, string, number]>;
  readonly #list: Statement<[], BackupResultRow>;

  constructor(database: Database) {
    this.#upsert = database.prepare(
      `INSERT INTO backup_results (outcome, at, destination, detail) VALUES (?, ?, ?, ?)
       ON CONFLICT (outcome) DO UPDATE SET
         at = excluded.at, destination = excluded.destination, detail = excluded.detail`,
    );
    this.#putBefore = database.prepare('UPDATE backup_results SET at = ? - 1 WHERE outcome <> ? AND at >= ?');
    this.#list = database.prepare(LIST);
  }

  /**
   * Records the latest result. If the clock was set back, the time of the other result is moved before this one, so
   * that their order stays correct.
   */
  record({ outcome, at, destination, detail }: BackupResultRow): void {
    this.#putBefore.run(at, outcome, at);
    this.#upsert.run(outcome, at, destination, detail);
  }

  /** At most one result per outcome. */
  list(): BackupResultRow[] {
    return this.#list.all();
  }
}
