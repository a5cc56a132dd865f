/*
 * The resources of the REST interface: documents, folders and what belongs to them. Each file has the
 * schemas, the JSON views and the operations of one resource.
 */
export { activityOperations } from './activity.ts';
export { archiveOperations } from './archives.ts';
export { backupOperations } from './backups.ts';
export { batchOperations } from './batches.ts';
export { documentOperations } from './documents.ts';
export { downloadOperations } from './downloads.ts';
export { entryActionOperations } from './entry-actions.ts';
export { entryLookupOperations } from './entry-lookup.ts';
export { eventOperations } from './events.ts';
export { folderListOperations, folderOperations } from './folders.ts';
export { healthHandler } from './health.ts';
export { lockOperations } from './locks.ts';
export { metricsHandler } from './metrics.ts';
export { renditionOperations } from './renditions.ts';
export { resumableUploadOperations } from './resumable-uploads.ts';
export { searchOperations } from './search.ts';
export { shareOperations } from './shares.ts';
export { statusOperations } from './status.ts';
export { trashOperations } from './trash.ts';
export { uploadOperations } from './uploads.ts';
export { versionOperations } from './versions.ts';
