import { DavError } from '../protocol/protocol.ts';
import { ALLOW } from './allow.ts';

/** POST, and every method that is not known: nothing here takes it (RFC 4918 §9.5). */
export function post(): never {
  throw new DavError(405, 'This method is not for WebDAV resources.', { headers: { Allow: ALLOW } });
}
