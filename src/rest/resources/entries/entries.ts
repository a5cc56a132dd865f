import * as z from 'zod';
import type { EntryLocation } from '../../../core/browse/browse.ts';
import type { DocumentRecord, EntryRecord, FolderRecord, Person } from '../../../model/entries/entry.ts';
import type { ShownLock } from '../../../model/entries/lock.ts';
import { defaultTitle } from '../../../model/entries/names.ts';
import { ALL } from '../../../model/entries/permissions.ts';
import { recordId, timestamp, timestampJson } from '../../http/http.ts';

/** Schema of a user as shown to other users. */
export const person = z.strictObject({ id: recordId, name: z.string() }).meta({ id: 'Person' });

/** Schema of the caller's permission bits in a response. */
export const permissions = z
  .int()
  .min(0)
  .max(ALL)
  .describe('Sum of bits: read 1, update 2, create 4, delete 8, share 16.');

const locked = z
  .strictObject({
    user: z.string(),
    expires_at: timestamp,
    breakable: z.boolean().describe('True if the caller may end it with `DELETE …/lock`.'),
  })
  .nullable()
  .describe(
    'The WebDAV lock that covers the entry: display name of its holder, and its end. Null if there is none.',
  );

const favourite = z.literal(true).optional().describe('Set if the caller has marked it as a favourite.');

const sharedWith = z
  .strictObject({
    people: z
      .array(z.strictObject({ login: z.string(), name: z.string() }))
      .max(3)
      .describe('The first three by login, without the caller.'),
    groups: z.array(z.string()).max(3).describe('Names of the first three groups.'),
    total: z.int().min(0).describe('Number of all recipients, users and groups, without the caller.'),
    links: z.int().min(0).describe('Number of links that have not ended.'),
  })
  .optional()
  .describe(
    'Only in lists with `include=shared_with`, and only if the entry itself is shared: its shares and links, as far ' +
      'as the caller may see them.',
  );

/** Schema of a document (docs/build/contract/rest.md §8). */
export const document = z
  .strictObject({
    id: recordId,
    folder_id: recordId.nullable().describe('`0` if the caller may read the document but not its folder.'),
    name: z.string(),
    type: z.literal('file'),
    title: z.string(),
    comments: z.string(),
    comments_cut: z
      .literal(true)
      .optional()
      .describe('Set in lists and batches if `comments` has only its first 1,000 characters.'),
    size: z.int().min(0).describe('Bytes.'),
    mime_type: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    version: z.int().min(1).describe('Number of the newest version.'),
    permissions,
    owner: person.nullable().describe('Owner of the home; null in system folders.'),
    created_by: person.nullable(),
    updated_by: person.nullable(),
    locked,
    favourite,
    shared_with: sharedWith,
    thumbnail: z
      .enum(['ready', 'pending', 'none'])
      .describe('Also `none` if it could not be generated; the metadata contain the reason.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Document' });

/** Schema of a folder (docs/build/contract/rest.md §8). */
export const folder = z
  .strictObject({
    id: recordId,
    folder_id: recordId
      .nullable()
      .describe(
        'Null for a home or system folder; `0` if the caller may read this folder but not its parent.',
      ),
    name: z.string(),
    type: z.literal('folder'),
    size: z.int().min(0).describe('Always 0: the bytes in a folder are not counted.'),
    mime_type: z.literal('httpd/unix-directory'),
    permissions,
    owner: person.nullable().describe('Owner of the home; null in system folders.'),
    shared: z.boolean().describe('True if a user other than the owner has a share on this folder itself.'),
    system: z.boolean().describe('True for a system folder.'),
    locked,
    favourite,
    shared_with: sharedWith,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Folder' });

/** Schema of an entry: a document or a folder, distinguished by `type`. */
export const entry = z.discriminatedUnion('type', [document, folder]);

/** Schemas of an entry's location as the caller sees it. */
export const location = {
  path: z.string().describe('Path as the caller sees it, starting with `/`.'),
  ancestors: z
    .array(z.strictObject({ id: recordId, name: z.string() }))
    .describe('The folders above it that the caller sees, topmost first, with their names in `path`.'),
} as const;

/** JSON view of an entry's location as the caller sees it. */
export function locationJson({ path, ancestors }: EntryLocation) {
  return { path, ancestors: [...ancestors] };
}

/** Schema of an entry with additional fields. */
export function entryWith<T extends z.ZodRawShape>(more: T) {
  return z.discriminatedUnion('type', [document.extend(more), folder.extend(more)]);
}

/** JSON view of a user as shown to other users, or null. */
export function personJson(record: Person | null): z.input<typeof person> | null {
  return record === null ? null : { id: record.id, name: record.name };
}

function lockJson(lock: ShownLock | null): z.input<typeof locked> {
  return lock === null
    ? null
    : { user: lock.user, expires_at: timestampJson(lock.expiresAt), breakable: lock.breakable };
}

/** The field is omitted in most records, because it would make every list longer. */
function favouriteJson({ isFavourite }: EntryRecord) {
  return isFavourite ? { favourite: isFavourite } : {};
}

/** JSON view of a document. */
export function documentJson(record: DocumentRecord): z.input<typeof document> {
  return {
    id: record.id,
    folder_id: record.folderId,
    name: record.name,
    type: 'file',
    title: record.title ?? defaultTitle(record.name),
    comments: record.comments,
    ...(record.areCommentsCut ? { comments_cut: true } : {}),
    size: record.size,
    mime_type: record.mimeType,
    sha256: record.sha256,
    version: record.version,
    permissions: record.permissions,
    owner: personJson(record.owner),
    created_by: personJson(record.createdByPerson),
    updated_by: personJson(record.updatedByPerson),
    locked: lockJson(record.locked),
    ...favouriteJson(record),
    thumbnail: record.thumbnail === 'failed' ? 'none' : record.thumbnail,
    created_at: timestampJson(record.createdAt),
    updated_at: timestampJson(record.updatedAt),
  };
}

/** JSON view of a folder. Its `size` is 0: the server does not compute it. */
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
    ...favouriteJson(record),
    created_at: timestampJson(record.createdAt),
    updated_at: timestampJson(record.updatedAt),
  };
}

/** JSON view of an entry. */
export function entryJson(record: EntryRecord): z.input<typeof entry> {
  return record.kind === 'file' ? documentJson(record) : folderJson(record);
}
