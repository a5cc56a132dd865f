import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, MountRoot, Places, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Erasures, Preparation, Relocation, Targets, Trash } from '../placement/placement.ts';
import type { RenditionStates } from '../renditions/renditions.ts';
import type { Replacement, TemporaryFiles, VacatedNames } from '../saving/saving.ts';
import type { ContentReceiver, Quota, RunningUploads, Versioning } from '../versions/versions.ts';
import { ArchivePlans } from './archives/archive-plans.ts';
import { Archives } from './archives/archives.ts';
import { BatchSteps } from './batches/batch-steps.ts';
import { Batches } from './batches/batches.ts';
import { Documents } from './documents.ts';
import { Folders } from './folders.ts';
import { Copying } from './operations/copying.ts';
import { Deleting } from './operations/deleting.ts';
import { EntryOperations } from './operations/entry-operations.ts';
import { LockCreation } from './operations/lock-creation.ts';
import { Moving } from './operations/moving.ts';
import { Renaming } from './operations/renaming.ts';
import { Filing } from './uploads/filing.ts';
import { Recreation } from './uploads/recreation.ts';
import { ResumableUploads } from './uploads/resumable-uploads.ts';
import { Uploads } from './uploads/uploads.ts';

export type { OpenedArchive } from './archives/archives.ts';
export type { Batch } from './batches/batch-steps.ts';
export type { BatchResult } from './batches/batches.ts';
export type { OpenedDocument } from './documents.ts';
export { type FiledEntry, OUTCOMES, type Place } from './uploads/filing.ts';
export type { PastVersion } from './uploads/recreation.ts';
export type { Received } from './uploads/resumable-uploads.ts';
export { CHECKSUMS, type UploadPart } from './uploads/upload-bytes.ts';
export type { UploadOptions, UploadResult } from './uploads/uploads.ts';
export type { ResumableUploads };

/** Modules that this module depends on. */
interface Neighbours {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly browse: {
    readonly mountRoot: MountRoot;
    readonly places: Places;
    readonly records: EntryRecords;
    readonly tree: Tree;
  };
  readonly placement: {
    readonly erasures: Erasures;
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

/** Creates the services that read and change documents and folders. */
export function createEntries(context: Context, neighbours: Neighbours) {
  const { browse, placement, saving, versions, ...rest } = neighbours;
  const parts = { ...rest, ...browse, ...placement, ...saving, ...versions };
  const renaming = new Renaming(context, parts);
  const folders = new Folders(context, parts);
  const uploads = new Uploads(context, parts);
  const copying = new Copying(parts);
  const deleting = new Deleting(context, parts);
  const moving = new Moving({ ...parts, renaming });
  const batchSteps = new BatchSteps(context, { ...parts, copying, deleting, moving });
  const filing = new Filing(context, { ...parts, folders, uploads });
  return {
    archives: new Archives(context, { ...parts, archivePlans: new ArchivePlans(context, parts) }),
    batches: new Batches(context, { ...parts, batchSteps }),
    documents: new Documents(context, { ...parts, renaming }),
    entries: new EntryOperations(context, { ...parts, copying, deleting, moving, renaming }),
    filing,
    folders,
    lockCreation: new LockCreation(context, { ...parts, uploads }),
    recreation: new Recreation(context, parts),
    resumableUploads: new ResumableUploads(context, { ...parts, filing }),
    uploads,
  };
}
