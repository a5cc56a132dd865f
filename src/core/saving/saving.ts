import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Relocation, Trash } from '../placement/placement.ts';
import type { Versioning } from '../versions/versions.ts';
import { Replacement } from './replacement.ts';
import { TemporaryFiles } from './temporary-files.ts';
import { VacatedNames } from './vacated-names.ts';

export { documentOf } from './replacement.ts';
export type { Replacement, TemporaryFiles, VacatedNames };

/** What the room is handed. */
interface Neighbours {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  readonly trash: Trash;
  readonly versioning: Versioning;
}

/**
 * How programs save: through temporary files, and by moving or deleting the original first (docs/webdav-clients.md).
 * @param windowMs how long it is remembered under which name a document was, in milliseconds; 0: not at all
 */
export function createSaving(context: Context, neighbours: Neighbours, windowMs: number) {
  const parts = { ...neighbours, windowMs };
  const vacatedNames = new VacatedNames(context, parts);
  return {
    replacement: new Replacement(context, { ...parts, vacatedNames }),
    temporaryFiles: new TemporaryFiles(context, parts),
    vacatedNames,
  };
}
