import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, MountRoot, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Quota } from '../versions/versions.ts';
import { Erasing } from './erasing.ts';
import { LargeCopies } from './large-copies.ts';
import { Relocation } from './relocation.ts';
import { Targets } from './targets.ts';
import { Trash } from './trash.ts';

export { assertDepth, assertName, assertRoot, nameTaken } from './entry-rules.ts';
export type { PreparedCopy } from './large-copies.ts';
export type { ContentTarget, Destination, Target } from './targets.ts';
export type { Erasing, LargeCopies, Relocation, Targets, Trash };

/** What this room needs of other rooms. */
interface Neighbours {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/** Finds the targets of writes, moves and copies entries, and keeps deleted entries in the trash. */
export function createPlacement(context: Context, neighbours: Neighbours) {
  const erasing = new Erasing(context, neighbours);
  const relocation = new Relocation(context, neighbours);
  return {
    erasing,
    largeCopies: new LargeCopies(context, { ...neighbours, erasing }),
    relocation,
    targets: new Targets(context, neighbours),
    trash: new Trash(context, { ...neighbours, erasing, relocation }),
  };
}
