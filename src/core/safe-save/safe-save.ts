import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Erasures, Relocation, Trash } from '../placement/placement.ts';
import type { Quota, Versioning } from '../versions/versions.ts';
import { Replacement } from './replacement.ts';
import { TemporaryFiles } from './temporary-files.ts';
import { VacatedNames } from './vacated-names.ts';

export { documentOf } from './replacement.ts';
export type { Replacement, TemporaryFiles, VacatedNames };

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly erasures: Erasures;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly quota: Quota;
  readonly relocation: Relocation;
  readonly trash: Trash;
  readonly versioning: Versioning;
}

/**
 * Creates the services that keep the history of documents when programs save through temporary files, or after they
 * moved or deleted the original (docs/build/webdav-clients.md, rules 1 to 3).
 * @param windowMs time that a vacated name is remembered, in milliseconds; 0 disables rules 2 and 3
 */
export function createSafeSave(context: Context, modules: Dependencies, windowMs: number) {
  const deps = { ...modules, windowMs };
  const vacatedNames = new VacatedNames(context, deps);
  const temporaryFiles = new TemporaryFiles(context, deps);
  return {
    replacement: new Replacement(context, { ...deps, temporaryFiles, vacatedNames }),
    temporaryFiles,
    vacatedNames,
  };
}
