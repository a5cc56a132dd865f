import { DAY_MS } from '../../model/durations.ts';
import type { Link } from '../../model/entries/link.ts';
import { invalid, invalidField } from '../../model/errors/errors.ts';
import { passwordFault } from '../credentials/credentials.ts';

/** Rules of the administrator for all links (`links` in the configuration). They also apply to existing links. */
export interface LinkPolicy {
  /** False: no link works, and none can be made. */
  readonly isEnabled: boolean;
  readonly requiresPassword: boolean;
  /** Maximum lifetime in days; 0: no limit. */
  readonly maxDays: number;
}

/** Maximum length of a label. */
export const MAX_LABEL_CHARACTERS = 200;
/** Greatest limit of downloads. */
export const MAX_DOWNLOADS = 1_000_000;

/** Values of a link that its creator chooses. */
export interface LinkRequest
  extends Pick<Link, 'kind' | 'label' | 'expiresAt' | 'maxDownloads' | 'isListed'> {
  /** Null: no password. Undefined: the password that the link has. */
  readonly password: string | null | undefined;
}

/** Changes to a link. A field that is left out keeps its value. */
export type LinkChanges = { readonly [Field in keyof LinkRequest]?: LinkRequest[Field] | undefined };

/**
 * Time at which a link ends, in milliseconds UTC: its own, or the longest time that the administrator allows. Infinity:
 * never.
 */
export function endOf(
  { createdAt, expiresAt }: Pick<Link, 'createdAt' | 'expiresAt'>,
  { maxDays }: LinkPolicy,
): number {
  return Math.min(expiresAt ?? Infinity, maxDays === 0 ? Infinity : createdAt + maxDays * DAY_MS);
}

/** True if the link works, as far as its own values and the policy say. */
export function isOpen(link: Link, policy: LinkPolicy, now: number): boolean {
  const { downloads, hasPassword, maxDownloads } = link;
  return (
    policy.isEnabled &&
    (hasPassword || !policy.requiresPassword) &&
    endOf(link, policy) > now &&
    downloads < (maxDownloads ?? Infinity)
  );
}

/**
 * Checks the values of a link. Those that a change leaves as they are need not meet the policy, which may be younger.
 * @param changes undefined for a new link
 * @throws {DmsError} invalid (label, password, expires_at, max_downloads)
 */
export function assertValid(
  request: LinkRequest,
  {
    createdAt,
    changes,
    now,
  }: { readonly createdAt: number; readonly changes?: LinkChanges; readonly now: number },
  policy: LinkPolicy,
): void {
  if (Array.from(request.label).length > MAX_LABEL_CHARACTERS)
    throw invalid('label', 'too_many_characters', { maximum: MAX_LABEL_CHARACTERS });
  assertPassword(request.password, policy);
  if (changes === undefined || changes.expiresAt !== undefined) {
    const end = request.expiresAt ?? Infinity;
    if (end <= now) throw invalid('expires_at', 'not_future');
    const latest = endOf({ createdAt, expiresAt: null }, policy);
    if (end > latest) throw invalid('expires_at', 'link_end_too_late', { days: policy.maxDays });
  }
  assertDownloads(request);
}

function assertPassword(password: LinkRequest['password'], policy: LinkPolicy): void {
  if (policy.requiresPassword && password === null) throw invalid('password', 'link_password_required');
  const fault = typeof password === 'string' ? passwordFault(password) : undefined;
  if (fault) throw invalidField('password', fault);
}

function assertDownloads({ kind, maxDownloads }: LinkRequest): void {
  if (maxDownloads === null) return;
  if (kind === 'view') throw invalid('max_downloads', 'link_without_downloads');
  if (!Number.isInteger(maxDownloads) || maxDownloads < 1 || maxDownloads > MAX_DOWNLOADS)
    throw invalid('max_downloads', 'number_out_of_range', { minimum: 1, maximum: MAX_DOWNLOADS });
}
