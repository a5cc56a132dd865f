import type { Request, Response } from 'express';
import { message } from '../../model/errors/messages.ts';
import { hasBody } from '../connections/request-body.ts';
import { httpDate } from '../content/dates.ts';
import { ProtocolError, UnreadableRequest } from './request-errors.ts';

/* Headers of the protocol tus 1.0 (https://tus.io/protocols/resumable-upload), which resumable uploads use. */

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,expiration,checksum,termination';
/** Media type of bodies that contain bytes of a content. */
export const TUS_BYTES = 'application/offset+octet-stream';

/** Checksum of the body, as sent by the client. */
export interface TusChecksum<Name extends string> {
  readonly name: Name;
  readonly digest: Buffer;
}

/** State of an upload. */
interface UploadState {
  readonly offset: number;
  readonly expiresAt: number;
}

/**
 * Checks the version of tus, and sets the headers of every tus response.
 * @throws {ProtocolError} 412: the client uses another version
 */
export function requireTus(req: Request, res: Response): void {
  res.setHeader('Tus-Resumable', VERSION);
  res.setHeader('Cache-Control', 'no-store');
  if (req.get('Tus-Resumable') === VERSION) return;
  res.setHeader('Tus-Version', VERSION);
  throw new ProtocolError(412, message('tus_version', { version: VERSION }));
}

/**
 * Sends the supported versions, extensions and checksum algorithms.
 * @param mostBytes maximum size of a content; 0: no limit
 */
export function announceTus(res: Response, checksums: readonly string[], mostBytes: number): void {
  res.setHeader('Tus-Resumable', VERSION);
  res.setHeader('Tus-Version', VERSION);
  res.setHeader('Tus-Extension', EXTENSIONS);
  res.setHeader('Tus-Checksum-Algorithm', checksums.join(','));
  if (mostBytes > 0) res.setHeader('Tus-Max-Size', mostBytes);
  sendTus(res, 204);
}

/**
 * Sends a response without a body.
 * @param state undefined if the upload no longer exists
 */
export function sendTus(res: Response, status: 200 | 201 | 204, state?: UploadState): void {
  if (state !== undefined) {
    res.setHeader('Upload-Offset', state.offset);
    res.setHeader('Upload-Expires', httpDate(state.expiresAt));
  }
  res.statusCode = status;
  res.end();
}

/**
 * Reads a header with a byte count.
 * @throws {UnreadableRequest} the header is missing or invalid
 */
export function bytesHeader(req: Request, name: 'Upload-Length' | 'Upload-Offset'): number {
  const value = req.get(name) ?? '';
  const bytes = Number(value);
  if (/^\d{1,16}$/.test(value) && Number.isSafeInteger(bytes)) return bytes;
  throw new UnreadableRequest('header_not_bytes', { header: name });
}

/**
 * Length of the body, if the client announces it.
 * @throws {ProtocolError} 415: wrong media type
 */
export function bodyBytes(req: Request): number | undefined {
  if (hasBody(req.headers) && req.get('Content-Type') !== TUS_BYTES)
    throw new ProtocolError(415, message('body_not_content', { type: TUS_BYTES }));
  const length = req.get('Content-Length');
  return length === undefined ? undefined : Number(length);
}

/**
 * Reads `Upload-Checksum`.
 * @throws {UnreadableRequest} the header is malformed, or its algorithm is not supported
 */
export function checksumHeader<Name extends string>(
  req: Request,
  names: readonly Name[],
): TusChecksum<Name> | undefined {
  const value = req.get('Upload-Checksum');
  if (value === undefined) return undefined;
  const [algorithm, digest = '', more] = value.split(' ');
  const name = names.find((each) => each === algorithm);
  if (name === undefined || digest === '' || more !== undefined)
    throw new UnreadableRequest('header_not_checksum', { values: names.join(', ') });
  return { name, digest: Buffer.from(digest, 'base64') };
}

/**
 * Reads `Upload-Metadata`: keys, with values in base64.
 * @throws {UnreadableRequest} the header is malformed
 */
export function metadataHeader(req: Request): { readonly text: string; readonly fields: object } {
  const text = req.get('Upload-Metadata') ?? '';
  const fields = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split(',')) {
    const [key = '', value = '', more] = pair.trim().split(' ');
    if (key === '' || more !== undefined || fields.has(key)) throw malformed();
    fields.set(key, decoded(value));
  }
  return { text, fields: Object.fromEntries(fields) };
}

function decoded(value: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw malformed();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw malformed();
  }
}

function malformed(): UnreadableRequest {
  return new UnreadableRequest('header_not_metadata');
}
