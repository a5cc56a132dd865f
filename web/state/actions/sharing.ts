import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Entry, Share } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { listingsOf } from '../files/listing.ts';
import { BITS } from '../files/permissions.ts';
import { showToast } from '../toasts.ts';

/** Predefined sets of permissions. */
export const ROLES = ['view', 'edit', 'manage'] as const;

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** An entry that can be shared. */
export type Shareable = Pick<Entry, 'id' | 'name' | 'type'>;

const { read, update, create, delete: remove, share } = BITS;
const MANAGE = read + update + create + remove + share;
const MAX_PER_PAGE = 200;

/** The permission bits of a role. A document has no create bit, and editing one does not include deleting it. */
export function bitsOf(role: Role, type: Entry['type']): number {
  if (role === 'view') return read;
  if (role === 'manage') return MANAGE;
  return type === 'folder' ? read + update + create + remove : read + update;
}

/** The role with exactly these bits; undefined if no role has them. */
export function roleOf(permissions: number, type: Entry['type']): Role | undefined {
  return ROLES.find((role) => bitsOf(role, type) === permissions);
}

/** The permissions of a share in words. */
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

/** The field of the API that names an entry. */
export function subjectOf({ id, type }: Pick<Shareable, 'id' | 'type'>) {
  return type === 'folder' ? { folder_id: id } : { document_id: id };
}

/** The shares of the entry itself, without inherited ones, that the user may see. @throws {ApiError} */
export async function sharesOf(entry: Pick<Shareable, 'id' | 'type'>): Promise<readonly Share[]> {
  const query = { ...subjectOf(entry), per_page: MAX_PER_PAGE };
  return (await pageOf(api.GET('/shares', { params: { query } }))).items;
}

/** Terms of a share: recipients, permissions and expiry. */
export interface Terms {
  /** Logins. */
  readonly users: readonly string[];
  /** Names. */
  readonly groups: readonly string[];
  readonly permissions: number;
  /** Timestamp in the format of the API; null: no expiry. */
  readonly expiresAt: string | null;
  readonly notify?: boolean;
}

/** Shares an entry. @throws {ApiError} the terms are invalid */
export async function shareEntry(
  entry: Pick<Shareable, 'id' | 'type'>,
  { users, groups, permissions, expiresAt, notify = false }: Terms,
): Promise<Share> {
  const recipients = { users: [...users], groups: [...groups] };
  const body = { ...subjectOf(entry), ...recipients, permissions, expires_at: expiresAt, notify };
  const made = await dataOf(api.POST('/shares', { body }));
  refreshAround(entry);
  return made;
}

/** Changes the permissions of a share. @throws {ApiError} */
export async function changeShare(id: number, permissions: number): Promise<void> {
  await dataOf(api.PATCH('/shares/{id}', { params: { path: { id } }, body: { permissions } }));
}

/**
 * Ends a share, or leaves it as a recipient.
 * @returns the remaining shares that its recipients made, as far as the user may end them
 * @throws {ApiError}
 */
export async function endShare({ id, entry }: Pick<Share, 'id' | 'entry'>): Promise<readonly Share[]> {
  const { others } = await dataOf(api.DELETE('/shares/{id}', { params: { path: { id } } }));
  if (entry !== null) refreshAround(entry);
  return others;
}

/** Creates an ended share again. @throws {ApiError} */
export async function shareAgain(ended: Share): Promise<Share> {
  const { folder_id: folderId, document_id: documentId, users, groups, permissions, expires_at } = ended;
  const id = folderId ?? documentId ?? 0;
  const type = folderId === null ? 'file' : 'folder';
  return shareEntry({ id, type }, { users, groups, permissions, expiresAt: expires_at });
}

/** Shows the user why the service refused a request. */
export function showRefusal(error: unknown): void {
  const { message, fields } = asApiError(error);
  const [fault] = Object.values(fields).flat();
  showToast(fault ?? message, 'failed');
}

/** Refreshes the listings that contain the entry, because they show whether a folder is shared. */
function refreshAround({ id, type }: Pick<Shareable, 'id' | 'type'>): void {
  const shown = type === 'folder' ? listingsOf().filter((listing) => listing.indexOf(id) !== -1) : [];
  for (const listing of shown) void listing.refresh();
}

/** The last day on which a share is valid; `expiresAt` itself is exclusive. */
export function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString();
}
