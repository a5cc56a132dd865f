import type { ServerResponse } from 'node:http';
import { sendResponse } from '../protocol/protocol.ts';
import { ALLOW } from './allow.ts';

/** Compliance classes (RFC 4918 §18), and support for extended MKCOL (RFC 5689 §3.1). */
const COMPLIANCE = '1, 2, 3, extended-mkcol';

/**
 * OPTIONS (RFC 4918 §10.1). Needs no credentials: Windows sends OPTIONS for `/` before it sends credentials.
 * `MS-Author-Via` prevents Office from trying the FrontPage protocol.
 */
export function options(response: ServerResponse): void {
  sendResponse(response, 200, { DAV: COMPLIANCE, 'MS-Author-Via': 'DAV', Allow: ALLOW });
}
