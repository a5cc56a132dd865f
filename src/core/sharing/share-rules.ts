import { invalid } from '../../model/errors.ts';
import { ALL, allows, lacking, READ, SHARE } from '../../model/permissions.ts';
import type { ShareTerms } from '../../storage/tree/tree.ts';
import type { Access, Reached } from '../access/access.ts';

/** The bits that were asked for, read among them. @throws {DmsError} invalid (permissions) */
export function permissionsFrom(wanted: number): number {
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > ALL) {
    throw invalid('permissions', `must be a sum of bits from 1 to ${String(ALL)}`);
  }
  return wanted | READ;
}

/** @param expiresAt milliseconds UTC; null: for good @throws {DmsError} invalid (expires_at) */
export function assertFuture(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) {
    throw invalid('expires_at', 'must be in the future');
  }
}

/**
 * Nobody passes on what he has not, nor for longer than he has it and may share it.
 * @throws {DmsError} invalid (permissions, expires_at)
 */
export function assertGrantable(access: Access, { user, standing }: Reached, terms: ShareTerms): void {
  const { permissions, expiresAt } = terms;
  if (!allows(standing.permissions, permissions)) {
    const lacks = lacking(standing.permissions, permissions);
    throw invalid('permissions', `must not go beyond your own: you may not ${lacks}`);
  }
  const end = access.heldUntil(user, standing, permissions | SHARE);
  if ((expiresAt ?? Infinity) > end) {
    throw invalid('expires_at', `must not be after your own permissions end: ${new Date(end).toISOString()}`);
  }
}

/** True when `to` gives somebody more than `from`, or for longer. */
export function grows(from: ShareTerms, to: ShareTerms): boolean {
  return (
    !allows(from.permissions, to.permissions) || (to.expiresAt ?? Infinity) > (from.expiresAt ?? Infinity)
  );
}
