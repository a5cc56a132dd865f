import type { ServerResponse } from 'node:http';
import { sendResponse } from '../protocol/protocol.ts';
import { ALLOW, ALLOW_WITH_REPORT } from './allow.ts';

/** Compliance classes (RFC 4918 §18), and support for extended MKCOL (RFC 5689 §3.1). */
const COMPLIANCE = '1, 2, 3, extended-mkcol';

/**
 * OPTIONS (RFC 4918 §10.1). Needs no credentials: Windows sends OPTIONS for `/` before it sends credentials.
 * `MS-Author-Via` prevents Office from trying the FrontPage protocol.
 * @param hasReports true if the drive has REPORT (RFC 6578)
 */
export function options(response: ServerResponse, hasReports: boolean): void {
  const DAV = hasReports ? `${COMPLIANCE}, sync-collection` : COMPLIANCE;
  const Allow = hasReports ? ALLOW_WITH_REPORT : ALLOW;
  sendResponse(response, 200, { DAV, 'MS-Author-Via': 'DAV', Allow });
}
