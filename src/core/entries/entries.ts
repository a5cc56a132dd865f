import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, Locations, MountRoot, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Erasures, LargeChanges, Relocation, Targets, Trash } from '../placement/placement.ts';
import type { RenditionStates } from '../renditions/renditions.ts';
import type { Replacement, TemporaryFiles, VacatedNames } from '../safe-save/safe-save.ts';
import { Leaving } from '../sharing/sharing.ts';
import type { ContentReceiver, Quota, RunningUploads, Versioning } from '../versions/versions.ts';
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
import { ChunkedUploads } from './uploads/chunked-uploads.ts';
import { HistoryImport } from './uploads/history-import.ts';
import { PathUploads } from './uploads/path-uploads.ts';
import { ResumableUploads } from './uploads/resumable-uploads.ts';
import { UploadBytes } from './uploads/upload-bytes.ts';
import { UploadMutex } from './uploads/upload-mutex.ts';
import { Uploads } from './uploads/uploads.ts';

export type { OpenedArchive } from './archives/archives.ts';
export type { Batch } from './batches/batch-steps.ts';
export type { BatchResult } from './batches/batches.ts';
export type { OpenedDocument } from './documents.ts';
export type { WriteOptions } from './operations/write-options.ts';
export type { CheckBytes } from './uploads/arriving-contents.ts';
export { isChunkName } from './uploads/chunk-order.ts';
export type { ChunkOutcome } from './uploads/chunked-uploads.ts';
export type { PastVersion } from './uploads/history-import.ts';
export { OUTCOMES, type UploadedEntry, type UploadTarget } from './uploads/path-uploads.ts';
export type { Received } from './uploads/resumable-uploads.ts';
export { CHECKSUMS, type UploadPart } from './uploads/upload-bytes.ts';
export type { UploadRules } from './uploads/upload-rules.ts';
export type { UploadOptions, UploadResult } from './uploads/uploads.ts';
export type { PathUploads, ResumableUploads, Uploads };

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly browse: {
    readonly mountRoot: MountRoot;
    readonly locations: Locations;
    readonly records: EntryRecords;
    readonly tree: Tree;
  };
  readonly placement: {
    readonly erasures: Erasures;
    readonly largeChanges: LargeChanges;
    readonly relocation: Relocation;
    readonly targets: Targets;
    readonly trash: Trash;
  };
  readonly renditionStates: RenditionStates;
  readonly safeSave: {
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
export function createEntries(context: Context, modules: Dependencies) {
  const { browse, placement, safeSave, versions, ...rest } = modules;
  const deps = { ...rest, ...browse, ...placement, ...safeSave, ...versions };
  const renaming = new Renaming(context, deps);
  const folders = new Folders(context, deps);
  const uploads = new Uploads(context, deps);
  const copying = new Copying(deps);
  const deleting = new Deleting(context, deps);
  const leaving = new Leaving(context, deps);
  const moving = new Moving({ ...deps, renaming });
  const batchSteps = new BatchSteps(context, { ...deps, copying, deleting, moving, renaming });
  const pathUploads = new PathUploads(context, { ...deps, folders, uploads });
  const arriving = { uploadBytes: new UploadBytes(context, deps), uploadMutex: new UploadMutex() };
  return {
    archives: new Archives(context, deps),
    batches: new Batches(context, { ...deps, batchSteps }),
    documents: new Documents(context, { ...deps, renaming }),
    entries: new EntryOperations(context, { ...deps, copying, deleting, leaving, moving, renaming }),
    pathUploads,
    folders,
    lockCreation: new LockCreation(context, { ...deps, uploads }),
    historyImport: new HistoryImport(context, deps),
    chunkedUploads: new ChunkedUploads(context, { ...deps, ...arriving, uploads }),
    resumableUploads: new ResumableUploads(context, { ...deps, ...arriving, pathUploads }),
    uploads,
  };
}
