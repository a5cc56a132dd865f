import type BetterSqlite from 'better-sqlite3';
import { isBusy, rewriteVersion } from './connection.ts';

/** Timeout for the write lock of another process, in milliseconds. */
const TIMEOUT_MS = 5000;
const POLL_MS = 20;

/**
 * Proves that the database is writable: rewrites a page unchanged and syncs it. No data changes, so caches stay valid.
 * @throws {Error} when the database is not writable
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
