import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasEncodedBody, receivedInTime } from '../../http/connections/request-body.ts';
import { badRequest, DavError, encodedBody } from '../../webdav/protocol/protocol.ts';

/** Maximum length of a form, in bytes. */
const MAX_BYTES = 4096;
const TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Fields of a small form in the body of a request.
 * @throws {DavError} 400 | 408 | 413 | 415
 */
export async function readForm(request: IncomingMessage, response: ServerResponse): Promise<URLSearchParams> {
  const { headers } = request;
  if (hasEncodedBody(headers)) throw encodedBody();
  if (!TYPE.test(headers['content-type'] ?? '')) throw new DavError(415, 'The body must be a form.');
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw tooLong();
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  const late = () => new DavError(408, 'The request body did not arrive within 30 seconds.');
  const bytes = await receivedInTime(readBytes(request), late);
  return new URLSearchParams(bytes.toString());
}

function tooLong(): DavError {
  return new DavError(413, `The body is longer than ${String(MAX_BYTES)} bytes.`);
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= MAX_BYTES) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take).pause();
      reject(tooLong());
    };
    const breakOff = (): void => reject(badRequest('The request body is incomplete.'));
    request.on('data', take).on('error', breakOff).on('close', breakOff);
    request.on('end', () => resolve(Buffer.concat(chunks)));
  });
}
