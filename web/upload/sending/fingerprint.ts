import type { UploadItem } from '../upload-item.ts';

/** Prefix of the keys of tus-js-client in the local storage: `tus::` and the first part of a fingerprint. */
export const PREFIX = 'tus::dms/';

/** Key of a resumable upload: the same file to the same folder resumes; to another folder it starts again. */
export function fingerprintOf({ file, place }: UploadItem): string {
  const { folderId, path, conflict } = place;
  return ['dms', folderId, path, conflict, file.name, file.size, file.lastModified].join('/');
}
