import type { ServerResponse } from 'node:http';
import { answer } from '../protocol/protocol.ts';
import { ALLOW } from './allow.ts';

/** The classes of compliance (RFC 4918 §18), and MKCOL with a body (RFC 5689 §3.1). */
const DAV = '1, 2, 3, extended-mkcol';

/**
 * OPTIONS (RFC 4918 §10.1): needs no credentials, since Windows asks `/` before it knows of any.
 * `MS-Author-Via` keeps Office from trying FrontPage.
 */
export function options(response: ServerResponse): void {
  answer(response, 200, { DAV, 'MS-Author-Via': 'DAV', Allow: ALLOW });
}
