import type { IncomingHttpHeaders } from 'node:http';
import { type ExpectedDigest, expectedDigests, header } from '../../webdav/request/request.ts';

/** All checksums in the headers. `X-Content-Hash` is the SHA-256 that the Android app of Nextcloud sends. */
export function sentDigests(headers: IncomingHttpHeaders): readonly ExpectedDigest[] {
  const sha256 = header(headers, 'x-content-hash')?.toLowerCase() ?? '';
  const own: ExpectedDigest[] = /^[0-9a-f]{64}$/.test(sha256) ? [{ name: 'sha256', value: sha256 }] : [];
  return [...expectedDigests(headers), ...own];
}
