import { DavError } from '../protocol/protocol.ts';
import { ALLOW } from './allow.ts';

/**
 * POST and every unknown method: no WebDAV resource supports them (RFC 4918 §9.5).
 * @throws {DavError} 405, always
 */
export function post(): never {
  throw new DavError(405, 'This method is not allowed on WebDAV resources.', { headers: { Allow: ALLOW } });
}
