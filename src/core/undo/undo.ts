import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { LargeChanges, Relocation, Trash } from '../placement/placement.ts';
import type { Quota, Versioning } from '../versions/versions.ts';
import { PuttingBack } from './putting-back.ts';
import { Reverting } from './reverting.ts';
import { UndoRun } from './undo-run.ts';
import { UndoTasks } from './undo-tasks.ts';
import { Undos } from './undos.ts';

export type { UndoRequest, Undos } from './undos.ts';

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly largeChanges: LargeChanges;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly relocation: Relocation;
  readonly trash: Trash;
  readonly versioning: Versioning;
}

/** Creates the service that takes back many changes. */
export function createUndos(context: Context, deps: Dependencies): Undos {
  const puttingBack = new PuttingBack(context, deps);
  const reverting = new Reverting(context, { ...deps, puttingBack });
  const undoTasks = new UndoTasks(context);
  return new Undos(context, { ...deps, undoRun: new UndoRun(context, { ...deps, reverting, undoTasks }) });
}
