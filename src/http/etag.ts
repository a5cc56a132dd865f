import type { IncomingHttpHeaders } from 'node:http';
import type { Entry } from '../model/entry.ts';

/** By what a client recognises a representation: a strong entity tag and the time of its last change (ms UTC). */
export interface Validators {
  readonly etag: string;
  readonly lastModified: number;
}

/** What the conditions of a request come to (RFC 9110 §13.2.2). */
export type Verdict = 'proceed' | 'not_modified' | 'failed';

/** The strong, quoted entity tag of a document's content: it differs for two versions with the same bytes. */
export function etagOf(head: { readonly sha256: string; readonly version: number }): string {
  return `"${head.sha256.slice(0, 32)}-${head.version}"`;
}

/** The validators of an entry. A folder has no entity tag that a client could know; `*` finds it. */
export function validatorsOf(entry: Entry): Validators {
  return entry.kind === 'file'
    ? { etag: etagOf(entry), lastModified: entry.modifiedAt }
    : { etag: `"folder-${entry.id}"`, lastModified: entry.updatedAt };
}

const LISTED = /\s*(?:(?<tag>(?:W\/)?"[\u0021\u0023-\u007e\u0080-\uffff]*")\s*)?(?:,|$)/y;

/**
 * The entity tags of an `If-Match` or `If-None-Match` (RFC 9110 §5.6.1: empty members are allowed), `*`, or
 * undefined when the text is neither.
 */
export function parseEtags(header: string): '*' | readonly string[] | undefined {
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  LISTED.lastIndex = 0;
  while (LISTED.lastIndex < header.length) {
    const match = LISTED.exec(header);
    if (match === null) return undefined;
    if (match.groups?.['tag'] !== undefined) tags.push(match.groups['tag']);
  }
  return tags;
}

/** Strong comparison (RFC 9110 §8.8.3.2): equal, and neither is weak. */
export function matchesStrongly(one: string, other: string): boolean {
  return one === other && !one.startsWith('W/');
}

/** Weak comparison (RFC 9110 §8.8.3.2): equal but for `W/`. */
export function matchesWeakly(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}

const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d [\d:]{8} \d{4})$/;

/** The time (ms UTC, whole seconds) of an HTTP date in any of its three forms, undefined for other text (RFC 9110 §5.6.7). */
export function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/** An HTTP date has no fractions of a second, so what is compared with one must have none either. */
export function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

function listed(
  header: string,
  current: Validators | undefined,
  matches: (one: string, other: string) => boolean,
): boolean {
  const tags = parseEtags(header);
  if (tags === undefined || current === undefined) return false;
  return tags === '*' || tags.some((tag) => matches(tag, current.etag));
}

/** Whether what the client has seen is still there. A resource that does not exist fails every such condition. */
function stillThere(headers: IncomingHttpHeaders, current: Validators | undefined): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return listed(match, current, matchesStrongly);
  const unmodifiedSince = parseHttpDate(headers['if-unmodified-since'] ?? '');
  if (unmodifiedSince === undefined) return true;
  return current !== undefined && wholeSeconds(current.lastModified) <= unmodifiedSince;
}

/**
 * Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` in the order of RFC 9110 §13.2.2.
 *
 * @param current validators of what is there now; undefined when nothing is
 * @param reading true for GET and HEAD, to which 304 is an answer
 */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  current: Validators | undefined,
  reading: boolean,
): Verdict {
  if (!stillThere(headers, current)) return 'failed';
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    if (!listed(noneMatch, current, matchesWeakly)) return 'proceed';
    return reading ? 'not_modified' : 'failed';
  }
  const modifiedSince = parseHttpDate(headers['if-modified-since'] ?? '');
  if (!reading || modifiedSince === undefined || current === undefined) return 'proceed';
  return wholeSeconds(current.lastModified) <= modifiedSince ? 'not_modified' : 'proceed';
}

/**
 * True when a request that changes something (PUT, upload, DELETE) must be answered with 412 because of its conditional
 * headers (RFC 9110 §13.1).
 *
 * @param current validators of what is there now; undefined when nothing is (`If-None-Match: *` then holds, `If-Match: *` fails)
 */
export function preconditionFails(headers: IncomingHttpHeaders, current: Validators | undefined): boolean {
  return evaluateConditions(headers, current, false) === 'failed';
}
