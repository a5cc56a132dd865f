import { DavError } from '../protocol/protocol.ts';
import type { RequestContext } from '../request/request.ts';
import { ALLOW, ALLOW_WITH_REPORT } from './allow.ts';

/**
 * POST and every unknown method: no WebDAV resource supports them (RFC 4918 §9.5).
 * @throws {DavError} 405, always
 */
export function post({ reports }: RequestContext): never {
  const headers = { Allow: reports ? ALLOW_WITH_REPORT : ALLOW };
  throw new DavError(405, 'This method is not allowed on WebDAV resources.', { headers });
}
