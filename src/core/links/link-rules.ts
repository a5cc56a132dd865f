import { DAY_MS } from '../../model/durations.ts';
import type { Entry } from '../../model/entries/entry.ts';
import type { Link, LinkKind } from '../../model/entries/link.ts';
import { CREATE, READ, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError, invalid, invalidField, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { passwordFault } from '../credentials/credentials.ts';

/** Rules of the administrator for all links (`links` in the configuration). They also apply to existing links. */
export interface LinkPolicy {
  /** False: no link works, and none can be made. */
  readonly isEnabled: boolean;
  readonly requiresPassword: boolean;
  /** Maximum lifetime in days; 0: no limit. */
  readonly maxDays: number;
  /** Names of the groups whose members can make links; null: all users. */
  readonly groups: readonly string[] | null;
}

/** Maximum length of a label. */
export const MAX_LABEL_CHARACTERS = 200;
/** Greatest limit of downloads. */
export const MAX_DOWNLOADS = 1_000_000;
/** Greatest limit of files that all visitors of a link can send, and the limit of a link without one. */
export const MAX_FILES = 10_000;
const DEFAULT_FILES = 1000;
/** Greatest limit of the size of such a file, in bytes. */
export const MAX_FILE_BYTES = 2 ** 50;
/** Maximum number of files of one visit. */
const VISIT_FILES = 500;

/** Permission bits that visitors have, as far as the user who made the link has them. */
export const RIGHTS: Readonly<Record<LinkKind, number>> = {
  view: READ,
  download: READ,
  upload: CREATE,
  edit: READ | UPDATE | CREATE,
};

/** Values of a link that its creator chooses. */
export interface LinkRequest
  extends Pick<Link, 'kind' | 'label' | 'expiresAt' | 'maxDownloads' | 'maxFiles' | 'maxBytes' | 'isListed'> {
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

/** What is known of a link whose values are checked. */
export interface LinkFacts {
  readonly createdAt: number;
  readonly entryKind: Entry['kind'];
  readonly changes?: LinkChanges;
  readonly now: number;
}

/** True if visitors of this kind of link can download. */
export function allowsDownloads(kind: LinkKind): boolean {
  return kind === 'download' || kind === 'edit';
}

/** True if visitors of this kind of link can send files. */
export function takesFiles(kind: LinkKind): boolean {
  return (RIGHTS[kind] & CREATE) !== 0;
}

/**
 * Checks that visitors may send another file.
 * @param sent number of files that the visit has sent
 * @param arriving number of further files of the same request, which are not stored yet
 * @param size of the file in bytes
 * @throws {DmsError} not_found: they may send none | invalid (file) | too_large
 */
export function assertMayTake(
  { kind, files, maxFiles, maxBytes }: Link,
  { sent, arriving, size }: { readonly sent: number; readonly arriving: number; readonly size: number },
): void {
  if (!takesFiles(kind)) throw notFound();
  if (files + arriving >= (maxFiles ?? DEFAULT_FILES)) throw invalid('file', 'link_full');
  if (sent + arriving >= VISIT_FILES) throw invalid('file', 'link_visit_full', { maximum: VISIT_FILES });
  if (maxBytes !== null && size > maxBytes) {
    throw new DmsError('too_large', message('content_too_long', { maximum: maxBytes }), {
      fields: { file: [message('file_too_long', { maximum: maxBytes })] },
    });
  }
}

/**
 * Checks the values of a link. Those that a change leaves as they are need not meet the policy, which may be younger.
 * @param changes undefined for a new link
 * @throws {DmsError} invalid (kind, label, password, expires_at, max_downloads, max_files, max_bytes)
 */
export function assertValid(
  request: LinkRequest,
  { createdAt, changes, entryKind, now }: LinkFacts,
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
  if (request.kind === 'upload' && entryKind === 'file') throw invalid('kind', 'link_upload_needs_folder');
  assertDownloads(request);
  assertFiles(request);
}

function assertPassword(password: LinkRequest['password'], policy: LinkPolicy): void {
  if (policy.requiresPassword && password === null) throw invalid('password', 'link_password_required');
  const fault = typeof password === 'string' ? passwordFault(password) : undefined;
  if (fault) throw invalidField('password', fault);
}

function assertDownloads({ kind, maxDownloads }: LinkRequest): void {
  if (maxDownloads === null) return;
  if (!allowsDownloads(kind)) throw invalid('max_downloads', 'link_without_downloads');
  if (!Number.isInteger(maxDownloads) || maxDownloads < 1 || maxDownloads > MAX_DOWNLOADS)
    throw invalid('max_downloads', 'number_out_of_range', { minimum: 1, maximum: MAX_DOWNLOADS });
}

function assertFiles({ kind, maxFiles, maxBytes }: LinkRequest): void {
  const limits = [
    ['max_files', maxFiles, MAX_FILES],
    ['max_bytes', maxBytes, MAX_FILE_BYTES],
  ] as const;
  for (const [field, value, maximum] of limits) {
    if (value === null) continue;
    if (!takesFiles(kind)) throw invalid(field, 'link_without_uploads');
    if (!Number.isInteger(value) || value < 1 || value > maximum)
      throw invalid(field, 'number_out_of_range', { minimum: 1, maximum });
  }
}
