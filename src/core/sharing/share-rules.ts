import { ALL, allows, lacking, READ, SHARE } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import { invalid } from '../../model/errors/errors.ts';
import type { ShareTerms } from '../../storage/tree/tree.ts';
import type { Access, AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { Recipients } from './share-recipients.ts';
import type { ShareChanges } from './share-requests.ts';
import { roleOf } from './share-views.ts';

/**
 * The requested bits plus READ.
 * @throws {DmsError} invalid (permissions)
 */
export function permissionsFrom(requested: number): number {
  if (!Number.isInteger(requested) || requested < 1 || requested > ALL) {
    throw invalid('permissions', 'not_permissions', { maximum: ALL });
  }
  return requested | READ;
}

/**
 * Checks that a share does not expire in the past.
 * @param expiresAt milliseconds UTC; null: it does not expire
 * @param now milliseconds UTC
 * @throws {DmsError} invalid (expires_at)
 */
export function assertFuture(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) {
    throw invalid('expires_at', 'not_future');
  }
}

/**
 * Checks that a user grants only permissions that the user has on the entry, and for no longer than the user has these
 * permissions and the permission to share.
 * @throws {DmsError} invalid (permissions, expires_at)
 */
export function assertGrantable(
  access: Access,
  { user, entryAccess }: AuthorisedEntry,
  terms: ShareTerms,
): void {
  const { permissions, expiresAt } = terms;
  if (!allows(entryAccess.permissions, permissions)) {
    const verbs = lacking(entryAccess.permissions, permissions);
    throw invalid('permissions', 'permissions_exceed_own', { verbs });
  }
  const end = access.heldUntil(user, entryAccess, permissions | SHARE);
  if ((expiresAt ?? Infinity) > end) {
    throw invalid('expires_at', 'end_exceeds_own', { end: new Date(end).toISOString() });
  }
}

/** True if `to` grants a permission that `from` does not, or expires later. */
export function extendsTerms(from: ShareTerms, to: ShareTerms): boolean {
  return (
    !allows(from.permissions, to.permissions) || (to.expiresAt ?? Infinity) > (from.expiresAt ?? Infinity)
  );
}

/**
 * The terms of a share after a change.
 * @param now milliseconds UTC
 * @throws {DmsError} invalid (permissions, expires_at)
 */
export function changedTerms(
  share: ShareTerms,
  { permissions, expiresAt }: ShareChanges,
  now: number,
): ShareTerms {
  if (expiresAt !== undefined) assertFuture(expiresAt, now);
  return {
    permissions: permissions === undefined ? share.permissions : permissionsFrom(permissions),
    expiresAt: expiresAt === undefined ? share.expiresAt : expiresAt,
  };
}

/**
 * True if a change gives more to the user who makes it: as a recipient, or as a member of a group that is added. It
 * would outlast the permissions that allowed it. The owner of the home gains nothing, nor does the creator of the share
 * from a group.
 */
export function givesToSelf(
  tables: Pick<Context['tables'], 'groups' | 'shares'>,
  { user, entryAccess }: AuthorisedEntry,
  share: Share,
  { added, isExtension }: { readonly added: Recipients; readonly isExtension: boolean },
): boolean {
  if (entryAccess.ownerId === user.userId) return false;
  const { creator, recipient } = roleOf(tables, user, share);
  const joins = !creator && added.groups.some(({ id }) => tables.groups.isMember(id, user.userId));
  return joins || (isExtension && recipient);
}
