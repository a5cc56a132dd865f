import type { Request } from 'express';
import { CHECKSUMS, type Received, type UploadPart } from '../../core/entries/entries.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import { hasBody } from '../connections/request-body.ts';
import { ProtocolError } from './request-errors.ts';
import { bodyBytes, bytesHeader, checksumHeader, TUS_BYTES } from './tus.ts';

/** Responses to rejected bytes, by outcome. */
const REFUSALS = {
  expired: [410, message('upload_not_kept')],
  wrong_offset: [409, message('upload_offset_wrong')],
  too_long: [413, message('upload_too_long')],
  wrong_checksum: [460, message('upload_checksum_wrong')],
  wrong_content: [460, message('upload_content_wrong')],
} as const satisfies Record<Exclude<Received['outcome'], 'received'>, readonly [number, Message]>;

/** @throws {ProtocolError} the bytes were rejected */
export function assertReceived({ outcome }: Received): void {
  if (outcome === 'received') return;
  const [status, reason] = REFUSALS[outcome];
  throw new ProtocolError(status, reason);
}

/** The error for an upload that is no longer kept. */
export function expired(): ProtocolError {
  return new ProtocolError(...REFUSALS.expired);
}

/** The bytes that come with the request that begins an upload; undefined if there are none. */
export function firstPartOf(req: Request): UploadPart | undefined {
  return hasBody(req.headers) ? partOf(req, 0) : undefined;
}

/**
 * The bytes of a request that continues an upload.
 * @throws {ProtocolError} 415: wrong media type
 * @throws {UnreadableRequest} a header is missing or invalid
 */
export function nextPartOf(req: Request): UploadPart {
  if (req.get('Content-Type') !== TUS_BYTES)
    throw new ProtocolError(415, message('body_not_content', { type: TUS_BYTES }));
  return partOf(req, bytesHeader(req, 'Upload-Offset'));
}

function partOf(req: Request, offset: number): UploadPart {
  const checksum = checksumHeader(req, CHECKSUMS);
  return { offset, source: req, ownsBytes: true, bytes: bodyBytes(req), checksum };
}

/** Maps an error for which tus has its own status. */
export function tusError(error: unknown): unknown {
  return error instanceof DmsError && error.code === 'too_large'
    ? new ProtocolError(413, error.reason)
    : error;
}
