import type { ServerResponse } from 'node:http';
import { ALLOW } from './allow.ts';
import { answer } from './exchange.ts';

/**
 * OPTIONS (RFC 4918 §10.1): needs no credentials, since Windows asks `/` before it knows of any.
 * `MS-Author-Via` keeps Office from trying FrontPage.
 */
export function options(response: ServerResponse): void {
  answer(response, 200, { DAV: '1, 2, 3', 'MS-Author-Via': 'DAV', Allow: ALLOW });
}
