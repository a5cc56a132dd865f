import type BetterSqlite from 'better-sqlite3';
import type { Database, Statement } from './database/database.ts';

/** How a backup ended. */
export type BackupOutcome = 'success' | 'failure';

/** The last backup that ended so. */
export interface BackupResultRow {
  readonly outcome: BackupOutcome;
  /** When it ended, in milliseconds UTC. */
  readonly at: number;
  /** Absolute path of the repository. */
  readonly destination: string;
  /** The name of the snapshot, or why there is none. */
  readonly detail: string;
}

const LIST = 'SELECT outcome, at, destination, detail FROM backup_results';

/** The same as {@link BackupResults.list}, for a connection that only reads. A schema without the table has none. */
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

  /** Records the latest one. Where the clock was set back, the other one becomes older: their order must not change. */
  record({ outcome, at, destination, detail }: BackupResultRow): void {
    this.#putBefore.run(at, outcome, at);
    this.#upsert.run(outcome, at, destination, detail);
  }

  /** At most one of each outcome. */
  list(): BackupResultRow[] {
    return this.#list.all();
  }
}
