import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, MountRoot, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { FrozenSubtrees, WriteLocks } from '../locks/locks.ts';
import type { Quota } from '../versions/versions.ts';
import { EmptyTrash } from './empty-trash.ts';
import { Erasures } from './erasures.ts';
import { LargeChangeRefusal } from './large-change-refusal.ts';
import { LargeChanges } from './large-changes.ts';
import { LargeCopies } from './large-copies.ts';
import { Relocation } from './relocation.ts';
import { Targets } from './targets.ts';
import { Trash } from './trash.ts';
import { readsDeletion, seesDeletion, TrashRecords } from './trash-records.ts';

export {
  assertDepth,
  assertFileName,
  assertName,
  assertRoot,
  nameTaken,
  targetFolder,
} from './entry-rules.ts';
export { NeedsCopy, NeedsSize, type Prepared } from './prepared.ts';
export type { ContentPlace, ContentTarget, Destination, Target } from './targets.ts';
export type { Erasures, LargeChanges, Relocation, Targets, Trash };
export { readsDeletion, seesDeletion };

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly frozenSubtrees: FrozenSubtrees;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/**
 * Creates the services that find the targets of writes, move and copy entries, and keep deleted entries in the trash.
 */
export function createPlacement(
  context: Context,
  deps: Dependencies,
  { trashKeepDays }: { readonly trashKeepDays: number },
) {
  const erasures = new Erasures(context, deps);
  const largeChangeRefusal = new LargeChangeRefusal(context);
  const largeCopies = new LargeCopies(context, { ...deps, largeChangeRefusal, erasures });
  const largeChanges = new LargeChanges(context, { ...deps, largeChangeRefusal, largeCopies });
  const relocation = new Relocation(context, deps);
  const trashRecords = new TrashRecords(context, { ...deps, trashKeepDays });
  return {
    emptyTrash: new EmptyTrash(context, { ...deps, erasures }),
    erasures,
    largeChanges,
    relocation,
    targets: new Targets(context, deps),
    trash: new Trash(context, { ...deps, erasures, largeChanges, relocation, trashRecords }),
    trashRecords,
  };
}
