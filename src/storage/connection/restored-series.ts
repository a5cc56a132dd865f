import BetterSqlite from 'better-sqlite3';

/** More than the number of entries that an office can have created since the backup that is restored. */
const SKIPPED_IDS = 1_000_000;

/**
 * Begins another series of numbers in a restored database, if sync clients use it: its name tells them that the server
 * has gone back to an earlier state, so that they keep what they have. No id of an entry that was created after the
 * backup is used again, because clients recognise moved entries by their ids.
 */
export function beginRestoredSeries(file: string): void {
  const sqlite = new BetterSqlite(file);
  try {
    sqlite.pragma('synchronous = FULL');
    sqlite.transaction(() => {
      const { changes } = sqlite.prepare('UPDATE tree_clock SET epoch = lower(hex(randomblob(6)))').run();
      if (changes === 0) return;
      sqlite.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'entries'").run(SKIPPED_IDS);
    })();
  } finally {
    sqlite.close();
  }
}
