import type { DocumentRecord, EntryRecord, FolderRecord, Person } from '../model/entry.ts';
import type { LockSummary } from '../model/lock.ts';
import { defaultTitle } from '../model/names.ts';
import { timestamp } from './answers.ts';

/** Somebody as others see him, or null. */
export function personJson(person: Person | null) {
  return person === null ? null : { id: person.id, name: person.name };
}

/** Who has an entry locked and until when, or null. */
function lockJson(lock: LockSummary | null) {
  return lock === null ? null : { user: lock.user, expires_at: timestamp(lock.expiresAt) };
}

/** A document as the contract shows it (CONTRACT §2, Records). */
export function documentJson(document: DocumentRecord) {
  return {
    id: document.id,
    folder_id: document.folderId,
    name: document.name,
    type: 'file',
    title: document.title ?? defaultTitle(document.name),
    comments: document.comments,
    size: document.size,
    mime_type: document.mimeType,
    sha256: document.sha256,
    version: document.version,
    permissions: document.permissions,
    owner: personJson(document.owner),
    created_by: personJson(document.createdByPerson),
    updated_by: personJson(document.updatedByPerson),
    locked: lockJson(document.locked),
    thumbnail: 'none',
    created_at: timestamp(document.createdAt),
    updated_at: timestamp(document.updatedAt),
  };
}

/** A folder as the contract shows it; its size is not counted. */
export function folderJson(folder: FolderRecord) {
  return {
    id: folder.id,
    folder_id: folder.folderId,
    name: folder.name,
    type: 'folder',
    size: 0,
    mime_type: 'httpd/unix-directory',
    permissions: folder.permissions,
    owner: personJson(folder.owner),
    shared: folder.shared,
    system: folder.system,
    locked: lockJson(folder.locked),
    created_at: timestamp(folder.createdAt),
    updated_at: timestamp(folder.updatedAt),
  };
}

/** A document or a folder, told apart by `type`. */
export function entryJson(entry: EntryRecord) {
  return entry.kind === 'file' ? documentJson(entry) : folderJson(entry);
}
