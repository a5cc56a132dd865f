import type { IncomingHttpHeaders } from 'node:http';
import { badRequest, DavError } from '../../webdav/protocol/protocol.ts';
import { type ExpectedDigest, expectedDigests, header } from '../../webdav/request/request.ts';

/**
 * Value of a header with a number of bytes; undefined if missing.
 * @param name spelled as in messages
 * @throws {DavError} 400 | 413
 */
export function readBytes(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = header(headers, name.toLowerCase());
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a whole number.`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new DavError(413, `${name} is too large.`);
  return number;
}

/** All checksums in the headers. `X-Content-Hash` is the SHA-256 that the Android app of Nextcloud sends. */
export function sentDigests(headers: IncomingHttpHeaders): readonly ExpectedDigest[] {
  const sha256 = header(headers, 'x-content-hash')?.toLowerCase() ?? '';
  const own: ExpectedDigest[] = /^[0-9a-f]{64}$/.test(sha256) ? [{ name: 'sha256', value: sha256 }] : [];
  return [...expectedDigests(headers), ...own];
}
