import type { DocumentDetails } from '../api/records.ts';
import { type BITS, may } from '../state/files/permissions.ts';
import { t } from '../text/text.ts';

/** Why the user lacks this permission now, or cannot use it because of a lock; undefined if they can. */
export function readOnlyReason(
  document: Pick<DocumentDetails, 'permissions' | 'locked'>,
  bit: keyof typeof BITS,
): string | undefined {
  if (!may(document, bit)) return t().document.notAllowed;
  return document.locked === null ? undefined : t().document.cannotWhileLocked(document.locked.user);
}
