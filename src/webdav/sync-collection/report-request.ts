import { type PropfindRequest, requestOf } from '../properties/properties.ts';
import {
  badRequest,
  DavError,
  davChild,
  elementsOf,
  isDav,
  textOf,
  type XmlElement,
} from '../protocol/protocol.ts';

/** Parsed `DAV:sync-collection` element (RFC 6578 §6.1). */
export interface ReportRequest {
  /** Undefined: all members. */
  readonly token: string | undefined;
  readonly isDeep: boolean;
  readonly limit: number;
  readonly properties: PropfindRequest;
}

/** @throws {DavError} 400 | 403 (another report than `sync-collection`) */
export function parseReport(root: XmlElement | undefined): ReportRequest {
  if (root === undefined) throw badRequest('The body of REPORT is missing.');
  if (!isDav(root, 'sync-collection')) throw unsupportedReport();
  const token = required(root, 'sync-token');
  if (elementsOf(token).length > 0) throw badRequest('DAV:sync-token must contain text only.');
  const text = textOf(token).trim();
  return {
    token: text === '' ? undefined : text,
    isDeep: isDeep(textOf(required(root, 'sync-level')).trim()),
    limit: limitIn(davChild(root, 'limit')),
    properties: requestOf(required(root, 'prop')),
  };
}

/** 403: the resource does not have this report (RFC 3253 §3.6). */
export function unsupportedReport(): DavError {
  return new DavError(403, 'The only report is DAV:sync-collection, of a folder.', {
    precondition: 'supported-report',
  });
}

function required(root: XmlElement, local: string): XmlElement {
  const child = davChild(root, local);
  if (child === undefined) throw badRequest(`DAV:${root.local} must contain DAV:${local}.`);
  return child;
}

function isDeep(level: string): boolean {
  if (level !== '1' && level !== 'infinite') throw badRequest('DAV:sync-level must be 1 or infinite.');
  return level === 'infinite';
}

/** `DAV:nresults` (RFC 5323 §5.17). */
function limitIn(limit: XmlElement | undefined): number {
  if (limit === undefined) return Infinity;
  const text = textOf(required(limit, 'nresults')).trim();
  if (!/^\d+$/.test(text) || Number(text) === 0) throw badRequest('DAV:nresults must be a positive number.');
  return Number(text);
}
