import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedContent } from '../../core/versions/versions.ts';
import { badRequest } from '../protocol/protocol.ts';
import { header } from './headers.ts';

export type DigestName = 'md5' | 'sha1' | 'sha256' | 'sha512' | 'adler32';

/** What a content must hash to; the value in lower-case hexadecimal. */
export interface ExpectedDigest {
  readonly name: DigestName;
  readonly value: string;
}

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

/** The members of a list `name=value`; algorithms that are not known are left out, as RFC 3230 §4.3.1 allows. */
function listed(
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
 * All that the headers of a PUT say about the hash of its content: `OC-Checksum` (ownCloud, rclone), `Digest`
 * (RFC 3230), `Repr-Digest` and `Content-Digest` (RFC 9530), `Content-MD5` (RFC 1864).
 */
export function expectedDigests(headers: IncomingHttpHeaders): readonly ExpectedDigest[] {
  const [, ocName, ocValue] = /^([\w-]+):([0-9a-f]+)$/i.exec(header(headers, 'oc-checksum') ?? '') ?? [];
  const oc = NAMES.get(ocName?.toLowerCase() ?? '');
  const md5 = header(headers, 'content-md5');
  const byteSequence = (value: string): string => hexOfBase64(value.replace(/^:(.*):$/, '$1'));
  return [
    ...(oc === undefined || ocValue === undefined ? [] : [{ name: oc, value: ocValue.toLowerCase() }]),
    ...(md5 === undefined ? [] : [{ name: 'md5' as const, value: hexOfBase64(md5) }]),
    ...listed(header(headers, 'digest'), (value, name) =>
      name === 'adler32' ? value.toLowerCase() : hexOfBase64(value),
    ),
    ...listed(header(headers, 'repr-digest'), byteSequence),
    ...listed(header(headers, 'content-digest'), byteSequence),
  ];
}

/** @throws {Refusal} 400 when the content that came in is not the one that was announced */
export function requireDigests(incoming: ReceivedContent, expected: readonly ExpectedDigest[]): void {
  for (const { name, value } of expected) {
    const actual = name === 'sha256' ? incoming.sha256 : incoming.digests.get(name);
    if (actual !== value)
      throw badRequest(`The content does not have the ${name} checksum that was sent with it.`);
  }
}
