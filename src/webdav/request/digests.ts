import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedContent } from '../../core/versions/versions.ts';
import { badRequest } from '../protocol/protocol.ts';
import { header } from './headers.ts';

/** Checksum algorithms that can be verified. */
export type DigestName = 'md5' | 'sha1' | 'sha256' | 'sha512' | 'adler32';

/** Checksum that the client sent with the content. */
export interface ExpectedDigest {
  readonly name: DigestName;
  /** Lower-case hexadecimal. */
  readonly value: string;
}

/** Algorithms by the names that clients use for them, in lower case. */
const NAMES: ReadonlyMap<string, DigestName> = new Map([
  ['md5', 'md5'],
  ['sha', 'sha1'],
  ['sha1', 'sha1'],
  ['sha-1', 'sha1'],
  ['sha256', 'sha256'],
  ['sha-256', 'sha256'],
  ['sha512', 'sha512'],
  ['sha-512', 'sha512'],
  ['adler32', 'adler32'],
]);

function hexOfBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('hex');
}

/** Parses a comma-separated list of `name=value`. Skips unknown algorithms, as RFC 3230 §4.3.1 allows. */
function parseList(
  text: string | undefined,
  decode: (value: string, name: DigestName) => string,
): ExpectedDigest[] {
  return (text ?? '').split(',').flatMap((member) => {
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(member) ?? [];
    const name = NAMES.get(key?.toLowerCase() ?? '');
    return name === undefined || value === undefined ? [] : [{ name, value: decode(value, name) }];
  });
}

/**
 * All checksums of the content in the headers of a PUT: `OC-Checksum` (ownCloud, rclone), `Content-MD5` (RFC 1864),
 * `Digest` (RFC 3230), `Repr-Digest` and `Content-Digest` (RFC 9530).
 */
export function expectedDigests(headers: IncomingHttpHeaders): readonly ExpectedDigest[] {
  const [, ocName, ocValue] = /^([\w-]+):([0-9a-f]+)$/i.exec(header(headers, 'oc-checksum') ?? '') ?? [];
  const oc = NAMES.get(ocName?.toLowerCase() ?? '');
  const md5 = header(headers, 'content-md5');
  const byteSequence = (value: string): string => hexOfBase64(value.replace(/^:(.*):$/, '$1'));
  return [
    ...(oc === undefined || ocValue === undefined ? [] : [{ name: oc, value: ocValue.toLowerCase() }]),
    ...(md5 === undefined ? [] : [{ name: 'md5' as const, value: hexOfBase64(md5) }]),
    ...parseList(header(headers, 'digest'), (value, name) =>
      name === 'adler32' ? value.toLowerCase() : hexOfBase64(value),
    ),
    ...parseList(header(headers, 'repr-digest'), byteSequence),
    ...parseList(header(headers, 'content-digest'), byteSequence),
  ];
}

/**
 * Compares the received content with the checksums that the client sent.
 * @throws {DavError} 400 if one differs
 */
export function requireDigests(
  content: Pick<ReceivedContent, 'sha256' | 'digests'>,
  expected: readonly ExpectedDigest[],
): void {
  for (const { name, value } of expected) {
    const actual = name === 'sha256' ? content.sha256 : content.digests.get(name);
    if (actual !== value) throw badRequest(`The content does not match the ${name} checksum that was sent.`);
  }
}
