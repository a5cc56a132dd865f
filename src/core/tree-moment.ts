import { busy } from '../model/errors/errors.ts';
import { message } from '../model/errors/messages.ts';
import { ActivityTable } from '../storage/accounts/accounts.ts';
import { createSnapshotTables } from '../storage/tree/tree.ts';
import { Access } from './access/access.ts';
import type { Context } from './context.ts';

/** The tree, the permissions on it and the activity log, as they were at one moment. */
export interface TreeMoment {
  readonly access: Access;
  readonly tables: ReturnType<typeof createSnapshotTables> & { readonly activities: ActivityTable };
}

/**
 * Runs `read` on the tree as it is now. Other requests can change the tree meanwhile, but `read` does not see those
 * changes. The write-ahead log grows until `read` has ended: run few at the same time.
 * @throws {DmsError} throttled: the service stops | errors of `read`
 */
export async function atOneMoment<T>(context: Context, read: (tree: TreeMoment) => Promise<T>): Promise<T> {
  const { database } = context;
  const isStopped = () => !database.isOpen;
  await database.readersMayBegin();
  if (isStopped()) throw busy(message('stopping'));
  const snapshot = database.snapshots.open();
  try {
    const now = context.now();
    const tables = { ...createSnapshotTables(snapshot), activities: new ActivityTable(snapshot) };
    return await read({ access: new Access({ now: () => now, tables }), tables });
  } catch (error) {
    // The service has stopped and closed the snapshot.
    throw isStopped() ? busy(message('stopping')) : error;
  } finally {
    snapshot.close();
  }
}
