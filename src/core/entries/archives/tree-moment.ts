import { createSnapshotTables } from '../../../storage/tree/tree.ts';
import { Access } from '../../access/access.ts';
import type { Context } from '../../context.ts';

/** The tree and the permissions on it, as they were at one moment. */
export interface TreeMoment {
  readonly access: Access;
  readonly tables: ReturnType<typeof createSnapshotTables>;
}

/**
 * Runs `read` on the tree as it is now. Other requests can change the tree meanwhile, but `read` does not see it. The
 * write-ahead log grows until `read` has ended: run few at the same time.
 */
export async function atOneMoment<T>(context: Context, read: (tree: TreeMoment) => Promise<T>): Promise<T> {
  const { database } = context;
  await database.readersMayBegin();
  const snapshot = database.snapshots.open();
  try {
    const now = context.now();
    const tables = createSnapshotTables(snapshot);
    return await read({ access: new Access({ now: () => now, tables }), tables });
  } finally {
    snapshot.close();
  }
}
