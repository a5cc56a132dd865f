import { type BackupResultRow, listBackupResults } from './backup-results.ts';
import { connectReader } from './connection/connection.ts';

/** Result of a quick database check. */
export interface QuickCheck {
  /** Faults found by SQLite's quick check, one text each; empty if there are none. */
  readonly faults: readonly string[];
  /** At most one result per outcome; empty if there are faults. */
  readonly backups: readonly BackupResultRow[];
}

/**
 * Checks a database without changing it. Other processes may write during the check.
 * @throws {Error} when SQLite cannot read the file
 */
export function quickCheck(file: string): QuickCheck {
  const sqlite = connectReader(file);
  try {
    const faults = sqlite
      .prepare<[], string>('PRAGMA quick_check(10)')
      .pluck()
      .all()
      .filter((text) => text !== 'ok');
    return { faults, backups: faults.length === 0 ? listBackupResults(sqlite) : [] };
  } finally {
    sqlite.close();
  }
}
