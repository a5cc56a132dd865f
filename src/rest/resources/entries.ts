import { z } from 'zod';
import type { DocumentRecord, EntryRecord, FolderRecord, Person } from '../../model/entry.ts';
import type { LockSummary } from '../../model/lock.ts';
import { defaultTitle } from '../../model/names.ts';
import { ALL } from '../../model/permissions.ts';
import { moment, recordId, timestamp } from '../http/http.ts';

/** Somebody as others see him. */
export const person = z.strictObject({ id: recordId, name: z.string() }).meta({ id: 'Person' });

/** Permission bits in an answer. */
export const permissions = z
  .int()
  .min(0)
  .max(ALL)
  .describe('Sum of bits: read 1, update 2, create 4, delete 8, share 16.');

const locked = z
  .strictObject({ user: z.string(), expires_at: moment })
  .nullable()
  .describe('Who has it locked over WebDAV, and until when.');

/** A document as the contract shows it (CONTRACT §2, Records). */
export const document = z
  .strictObject({
    id: recordId,
    folder_id: recordId.nullable(),
    name: z.string(),
    type: z.literal('file'),
    title: z.string(),
    comments: z.string(),
    size: z.int().min(0).describe('Bytes.'),
    mime_type: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    version: z.int().min(1).describe('Number of the newest version.'),
    permissions,
    owner: person.nullable(),
    created_by: person.nullable(),
    updated_by: person.nullable(),
    locked,
    thumbnail: z.enum(['ready', 'pending', 'none']),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Document' });

/** A folder as the contract shows it. */
export const folder = z
  .strictObject({
    id: recordId,
    folder_id: recordId.nullable().describe('Null for a root.'),
    name: z.string(),
    type: z.literal('folder'),
    size: z.int().min(0).describe('Bytes beneath; 0 while they are not counted.'),
    mime_type: z.literal('httpd/unix-directory'),
    permissions,
    owner: person.nullable(),
    shared: z.boolean(),
    system: z.boolean().describe('Belongs to the office.'),
    locked,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Folder' });

/** A document or a folder, told apart by `type`. */
export const entry = z.discriminatedUnion('type', [document, folder]);

/** The schema of entries with further fields. */
export function entryWith<T extends z.ZodRawShape>(more: T) {
  return z.discriminatedUnion('type', [document.extend(more), folder.extend(more)]);
}

/** Somebody as others see him, or null. */
export function personJson(somebody: Person | null): z.input<typeof person> | null {
  return somebody === null ? null : { id: somebody.id, name: somebody.name };
}

/** Who has an entry locked and until when, or null. */
function lockJson(lock: LockSummary | null): z.input<typeof locked> {
  return lock === null ? null : { user: lock.user, expires_at: timestamp(lock.expiresAt) };
}

/** The JSON view of a document. */
export function documentJson(record: DocumentRecord): z.input<typeof document> {
  return {
    id: record.id,
    folder_id: record.folderId,
    name: record.name,
    type: 'file',
    title: record.title ?? defaultTitle(record.name),
    comments: record.comments,
    size: record.size,
    mime_type: record.mimeType,
    sha256: record.sha256,
    version: record.version,
    permissions: record.permissions,
    owner: personJson(record.owner),
    created_by: personJson(record.createdByPerson),
    updated_by: personJson(record.updatedByPerson),
    locked: lockJson(record.locked),
    thumbnail: 'none',
    created_at: timestamp(record.createdAt),
    updated_at: timestamp(record.updatedAt),
  };
}

/** The JSON view of a folder; its size is not counted. */
export function folderJson(record: FolderRecord): z.input<typeof folder> {
  return {
    id: record.id,
    folder_id: record.folderId,
    name: record.name,
    type: 'folder',
    size: 0,
    mime_type: 'httpd/unix-directory',
    permissions: record.permissions,
    owner: personJson(record.owner),
    shared: record.shared,
    system: record.system,
    locked: lockJson(record.locked),
    created_at: timestamp(record.createdAt),
    updated_at: timestamp(record.updatedAt),
  };
}

/** The JSON view of an entry. */
export function entryJson(record: EntryRecord): z.input<typeof entry> {
  return record.kind === 'file' ? documentJson(record) : folderJson(record);
}
