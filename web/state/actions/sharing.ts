import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Entry, Share } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { listingsOf } from '../files/listing.ts';
import { BITS } from '../files/permissions.ts';
import { showToast } from './toasts.ts';

/** What a user can be given with one word. */
export const ROLES = ['view', 'edit', 'manage'] as const;

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** What can be shared. */
export type Shareable = Pick<Entry, 'id' | 'name' | 'type'>;

const { read, update, create, delete: remove, share } = BITS;
const MANAGE = read + update + create + remove + share;
const MOST_PER_PAGE = 200;

/** The bits of a role. Into a document nothing can be created, and who edits one need not delete it. */
export function bitsOf(role: Role, type: Entry['type']): number {
  if (role === 'view') return read;
  if (role === 'manage') return MANAGE;
  return type === 'folder' ? read + update + create + remove : read + update;
}

/** The role that has these bits; undefined if they are no role's. */
export function roleOf(permissions: number, type: Entry['type']): Role | undefined {
  return ROLES.find((role) => bitsOf(role, type) === permissions);
}

/** What a share allows, in words. */
export function permissionsInWords(permissions: number, type: Entry['type']): string {
  const role = roleOf(permissions, type);
  if (role !== undefined) return t().sharing.roles[role];
  const names = t().sharing.bits;
  return [
    ...(permissions & read ? [names.read] : []),
    ...(permissions & update ? [names.update] : []),
    ...(permissions & create ? [names.create] : []),
    ...(permissions & remove ? [names.delete] : []),
    ...(permissions & share ? [names.share] : []),
  ].join(', ');
}

function subjectOf({ id, type }: Pick<Shareable, 'id' | 'type'>) {
  return type === 'folder' ? { folder_id: id } : { document_id: id };
}

/** The shares of an entry itself that the user may see. @throws {ApiError} */
export async function sharesOf(entry: Pick<Shareable, 'id' | 'type'>): Promise<readonly Share[]> {
  const query = { ...subjectOf(entry), per_page: MOST_PER_PAGE };
  return (await pageOf(api.GET('/shares', { params: { query } }))).items;
}

/** What a share gives, to whom and how long. */
export interface Terms {
  readonly users: readonly string[];
  readonly permissions: number;
  /** As the service takes it; null: for good. */
  readonly expiresAt: string | null;
  readonly notify?: boolean;
}

/** Shares an entry. @throws {ApiError} with what is wrong with the terms */
export async function shareEntry(
  entry: Pick<Shareable, 'id' | 'type'>,
  { users, permissions, expiresAt, notify = false }: Terms,
): Promise<Share> {
  const body = { ...subjectOf(entry), users: [...users], permissions, expires_at: expiresAt, notify };
  const made = await dataOf(api.POST('/shares', { body }));
  refreshAround(entry);
  return made;
}

/** Changes what a share allows. @throws {ApiError} */
export async function changeShare(id: number, permissions: number): Promise<void> {
  await dataOf(api.PATCH('/shares/{id}', { params: { path: { id } }, body: { permissions } }));
}

/**
 * Ends a share, or leaves it.
 * @returns the shares that rested on it and go on
 * @throws {ApiError}
 */
export async function endShare({ id, entry }: Pick<Share, 'id' | 'entry'>): Promise<readonly Share[]> {
  const { others } = await dataOf(api.DELETE('/shares/{id}', { params: { path: { id } } }));
  if (entry !== null) refreshAround(entry);
  return others;
}

/** Makes a share again that was ended. @throws {ApiError} */
export async function shareAgain(ended: Share): Promise<Share> {
  const { folder_id: folderId, document_id: documentId, users, permissions, expires_at } = ended;
  const id = folderId ?? documentId ?? 0;
  const type = folderId === null ? 'file' : 'folder';
  return shareEntry({ id, type }, { users, permissions, expiresAt: expires_at });
}

/** Tells the user why something was refused. */
export function showRefusal(error: unknown): void {
  const { message, fields } = asApiError(error);
  const [fault] = Object.values(fields).flat();
  showToast(fault ?? message, 'failed');
}

/** Lists of folders show whether a folder is shared. */
function refreshAround({ id, type }: Pick<Shareable, 'id' | 'type'>): void {
  const shown = type === 'folder' ? listingsOf().filter((listing) => listing.indexOf(id) !== -1) : [];
  for (const listing of shown) void listing.refresh();
}

/** The last day on which a share holds. */
export function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString();
}
