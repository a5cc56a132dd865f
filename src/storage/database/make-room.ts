import type BetterSqlite from 'better-sqlite3';
import type { Disk } from '../disk/disk.ts';
import type { Reserve } from '../disk/reserve.ts';
import { isSyncFault } from '../wal/checkpoints.ts';

/**
 * Tries to free space on a full disk, outside a transaction.
 * @returns false if no space is reserved, or the reserve is empty
 */
export function makeRoom(
  sqlite: BetterSqlite.Database,
  { disk, reserve }: { readonly disk: Disk; readonly reserve: Reserve | undefined },
): boolean {
  const isReleased = reserve?.release() ?? false;
  try {
    // After a RESTART checkpoint, SQLite overwrites the log from its beginning, which needs no new disk space.
    sqlite.pragma('wal_checkpoint(RESTART)');
  } catch (error) {
    if (isSyncFault(error)) disk.failed(error);
  }
  return isReleased;
}
