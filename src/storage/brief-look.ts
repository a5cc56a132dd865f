import { type BackupResultRow, listBackupResults } from './backup-results.ts';
import { connectReader } from './connection/connection.ts';

/** What a short look into a database finds. */
export interface BriefLook {
  /** What SQLite's quick check found, one text each; empty: nothing is wrong. */
  readonly faults: readonly string[];
  /** At most one of each outcome. */
  readonly backups: readonly BackupResultRow[];
}

/**
 * Looks into a database without changing it. Other processes may write meanwhile.
 * @throws {Error} when SQLite cannot read the file
 */
export function lookInto(file: string): BriefLook {
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
