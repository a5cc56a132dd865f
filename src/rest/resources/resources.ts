/*
 * Resources of the REST interface: documents, folders and related resources. Each file has the schemas, the JSON views
 * and the operations of one resource.
 */

export { batchOperations } from './entries/batches.ts';
export { documentOperations } from './entries/documents.ts';
export { editAddressOperations } from './entries/edit-addresses.ts';
export { entryActionOperations } from './entries/entry-actions.ts';
export { entryLookupOperations } from './entries/entry-lookup.ts';
export { favouriteMarkOperations, favouriteOperations } from './entries/favourites.ts';
export { folderListOperations, folderOperations } from './entries/folders.ts';
export { lockOperations } from './entries/locks.ts';
export { recentOperations } from './entries/recent.ts';
export { renditionOperations } from './entries/renditions.ts';
export { trashOperations } from './entries/trash.ts';
export { versionOperations } from './entries/versions.ts';
export { undoOperations } from './history/undos.ts';
export { searchOperations } from './search/search.ts';
export { activityOperations } from './service/activity.ts';
export { backupOperations } from './service/backups.ts';
export { eventOperations } from './service/events.ts';
export { healthHandler } from './service/health.ts';
export { incidentOperations } from './service/incidents.ts';
export { metricsHandler } from './service/metrics.ts';
export { statusOperations } from './service/status.ts';
export { linkMailOperations } from './sharing/link-mail.ts';
export { linkOperations } from './sharing/links.ts';
export { shareOperations } from './sharing/shares.ts';
export { archiveOperations } from './transfer/archives.ts';
export { downloadOperations } from './transfer/downloads.ts';
export { resumableUploadOperations } from './transfer/resumable-uploads.ts';
export { uploadOperations } from './transfer/uploads.ts';
