import type { IncomingHttpHeaders } from 'node:http';
import type { Entry } from '../../model/entries/entry.ts';

/** Validators of a representation (RFC 9110 §8.8). */
export interface Validators {
  /** Strong entity tag, quoted. */
  readonly etag: string;
  /** Milliseconds UTC. */
  readonly lastModified: number;
}

/** Result of the conditional headers of a request (RFC 9110 §13.2.2). */
export type ConditionResult = 'proceed' | 'not_modified' | 'failed';

/** Strong, quoted entity tag of a version. Two versions with the same bytes have different tags. */
export function etagOf(head: { readonly sha256: string; readonly version: number }): string {
  return `"${head.sha256.slice(0, 32)}-${head.version}"`;
}

/** Validators of an entry. Clients never receive the entity tag of a folder: only `*` matches it. */
export function validatorsOf(entry: Entry): Validators {
  return entry.kind === 'file'
    ? { etag: etagOf(entry), lastModified: entry.modifiedAt }
    : { etag: `"folder-${entry.id}"`, lastModified: entry.updatedAt };
}

/** One member of a list of entity tags. */
const MEMBER = /\s*(?:(?<tag>(?:W\/)?"[\u0021\u0023-\u007e\u0080-\uffff]*")\s*)?(?:,|$)/y;

/**
 * Parses `If-Match` or `If-None-Match`: a list of entity tags with optional empty members (RFC 9110 §5.6.1), or `*`.
 * Undefined if the header is neither.
 */
export function parseEtags(header: string): '*' | readonly string[] | undefined {
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < header.length) {
    const match = MEMBER.exec(header);
    if (match === null) return undefined;
    if (match.groups?.['tag'] !== undefined) tags.push(match.groups['tag']);
  }
  return tags;
}

/** Strong comparison (RFC 9110 §8.8.3.2): equal, and neither is weak. */
export function matchesStrongly(one: string, other: string): boolean {
  return one === other && !one.startsWith('W/');
}

/** Weak comparison (RFC 9110 §8.8.3.2): equal if `W/` is ignored. */
export function matchesWeakly(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}

const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d [\d:]{8} \d{4})$/;

/** Parses an HTTP date (RFC 9110 §5.6.7, all three forms) to milliseconds UTC; undefined for other text. */
export function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/** Rounds milliseconds down to whole seconds, the resolution of an HTTP date. */
export function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/** True if the header is `*` or lists the current entity tag; false for an invalid header. */
function matchesCurrent(
  header: string,
  current: Validators | undefined,
  matches: (one: string, other: string) => boolean,
): boolean {
  const tags = parseEtags(header);
  if (tags === undefined || current === undefined) return false;
  return tags === '*' || tags.some((tag) => matches(tag, current.etag));
}

/** Evaluates `If-Match`, else `If-Unmodified-Since`. Both fail for a resource that does not exist. */
function isUnchanged(headers: IncomingHttpHeaders, current: Validators | undefined): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return matchesCurrent(match, current, matchesStrongly);
  const unmodifiedSince = parseHttpDate(headers['if-unmodified-since'] ?? '');
  if (unmodifiedSince === undefined) return true;
  return current !== undefined && wholeSeconds(current.lastModified) <= unmodifiedSince;
}

/**
 * Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` in the order of RFC 9110
 * §13.2.2.
 *
 * @param current validators of the current representation; undefined if the resource does not exist
 * @param isRead true for GET and HEAD, whose response may be 304
 */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  current: Validators | undefined,
  isRead: boolean,
): ConditionResult {
  if (!isUnchanged(headers, current)) return 'failed';
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    if (!matchesCurrent(noneMatch, current, matchesWeakly)) return 'proceed';
    return isRead ? 'not_modified' : 'failed';
  }
  const modifiedSince = parseHttpDate(headers['if-modified-since'] ?? '');
  if (!isRead || modifiedSince === undefined || current === undefined) return 'proceed';
  return wholeSeconds(current.lastModified) <= modifiedSince ? 'not_modified' : 'proceed';
}

/**
 * True if a write (PUT, upload, DELETE) must fail with 412 because of its conditional headers (RFC 9110 §13.1).
 *
 * @param current validators of the current representation; undefined if the resource does not exist, in which case
 * `If-None-Match: *` holds and `If-Match: *` fails
 */
export function preconditionFails(headers: IncomingHttpHeaders, current: Validators | undefined): boolean {
  return evaluateConditions(headers, current, false) === 'failed';
}
