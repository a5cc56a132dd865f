import type BetterSqlite from 'better-sqlite3';
import { isBusy, rewriteVersion } from './connection.ts';

/** How long the proof waits for another process that holds the write lock, in milliseconds. */
const TIMEOUT_MS = 5000;
const POLL_MS = 20;

/**
 * Proves that the database can be written: writes a page as it is, and syncs it. As nothing changes, caches
 * keep their values.
 * @throws {Error} when it cannot be written
 */
export async function proveWritable(
  sqlite: BetterSqlite.Database,
  database: { assertWritable(): void; durable(): Promise<void> },
): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; ; ) {
    database.assertWritable();
    try {
      rewriteVersion(sqlite);
      break;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await database.durable();
}
