/*
 * The resources of the interface: for each its schemas, its JSON views and its operations.
 */
export { accountOperations, sessionOperations, tokenOperations } from './account.ts';
export { activityOperations } from './activity.ts';
export { documentOperations } from './documents.ts';
export { downloadOperations } from './downloads.ts';
export { folderListOperations, folderOperations } from './folders.ts';
export { healthHandler } from './health.ts';
export { relocationOperations } from './relocations.ts';
export { searchOperations } from './search.ts';
export { shareOperations } from './shares.ts';
export { codeOperations, signInOperations } from './sign-in.ts';
export { trashOperations } from './trash.ts';
export { twoFactorOperations } from './two-factor.ts';
export { uploadOperations } from './uploads.ts';
export { userOperations } from './users.ts';
export { versionOperations } from './versions.ts';
