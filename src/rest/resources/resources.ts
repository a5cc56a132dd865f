/*
 * The resources of the REST interface: documents, folders and what belongs to them. Each file has the
 * schemas, the JSON views and the operations of one resource.
 */
export { activityOperations } from './activity.ts';
export { documentOperations } from './documents.ts';
export { downloadOperations } from './downloads.ts';
export { entryActionOperations } from './entry-actions.ts';
export { folderListOperations, folderOperations } from './folders.ts';
export { healthHandler } from './health.ts';
export { metricsHandler } from './metrics.ts';
export { renditionOperations } from './renditions.ts';
export { searchOperations } from './search.ts';
export { shareOperations } from './shares.ts';
export { trashOperations } from './trash.ts';
export { uploadOperations } from './uploads.ts';
export { versionOperations } from './versions.ts';
