import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, MountRoot, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Erasing, Preparation, Relocation, Targets, Trash } from '../placement/placement.ts';
import type { RenditionStates } from '../renditions/renditions.ts';
import type { Replacement, TemporaryFiles, VacatedNames } from '../saving/saving.ts';
import type { ContentReceiver, Quota, RunningUploads, Versioning } from '../versions/versions.ts';
import { Copying } from './copying.ts';
import { Deleting } from './deleting.ts';
import { Documents } from './documents.ts';
import { EntryOperations } from './entry-operations.ts';
import { Folders } from './folders.ts';
import { LockCreation } from './lock-creation.ts';
import { Moving } from './moving.ts';
import { Recreation } from './recreation.ts';
import { Renaming } from './renaming.ts';
import { Uploads } from './uploads.ts';

export type { OpenedDocument } from './documents.ts';
export type { PastVersion } from './recreation.ts';
export type { UploadOptions, UploadResult } from './uploads.ts';

/** What this room needs of other rooms. */
interface Neighbours {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly browse: { readonly mountRoot: MountRoot; readonly records: EntryRecords; readonly tree: Tree };
  readonly placement: {
    readonly erasing: Erasing;
    readonly preparation: Preparation;
    readonly relocation: Relocation;
    readonly targets: Targets;
    readonly trash: Trash;
  };
  readonly renditionStates: RenditionStates;
  readonly saving: {
    readonly replacement: Replacement;
    readonly temporaryFiles: TemporaryFiles;
    readonly vacatedNames: VacatedNames;
  };
  readonly versions: {
    readonly contentReceiver: ContentReceiver;
    readonly quota: Quota;
    readonly runningUploads: RunningUploads;
    readonly versioning: Versioning;
  };
}

/** Reading and changing documents and folders. */
export function createEntries(context: Context, neighbours: Neighbours) {
  const { browse, placement, saving, versions, ...rest } = neighbours;
  const parts = { ...rest, ...browse, ...placement, ...saving, ...versions };
  const renaming = new Renaming(context, parts);
  const uploads = new Uploads(context, parts);
  return {
    documents: new Documents(context, { ...parts, renaming }),
    entries: new EntryOperations(context, {
      ...parts,
      copying: new Copying(parts),
      deleting: new Deleting(context, parts),
      moving: new Moving({ ...parts, renaming }),
      renaming,
    }),
    folders: new Folders(context, parts),
    lockCreation: new LockCreation(context, { ...parts, uploads }),
    recreation: new Recreation(context, parts),
    uploads,
  };
}
