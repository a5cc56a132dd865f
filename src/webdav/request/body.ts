import { BODY_MS } from '../../http/connections/request-body.ts';
import { badRequest, DavError, parseXml, type XmlElement } from '../protocol/protocol.ts';
import type { RequestContext } from './request-context.ts';

/** Maximum length of an XML body, in bytes. */
const MAX_XML_BYTES = 2 ** 20;

/** True if the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). */
function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}

/**
 * Sends `100 Continue` if the client waits for it. Call this once, after every check that can reject the request
 * without its body.
 */
export function sendContinue({ request, response }: RequestContext): void {
  if (expectsContinue(request.headers.expect)) response.writeContinue();
}

function longXml(): DavError {
  return new DavError(413, 'The XML is longer than 1 MiB.');
}

function incompleteBody(): DavError {
  return badRequest('The request body is incomplete.');
}

function lateBody(): DavError {
  return new DavError(408, 'The request body did not arrive within 30 seconds.');
}

/**
 * Reads the whole body. Uses listeners, because an async iterator over the body would cost more than the rest of a
 * small PROPFIND. Uses its own timer, because a race of two promises would cost as much again.
 */
function readBytes(context: RequestContext, limit: number, tooLong: () => DavError): Promise<Buffer> {
  const { request } = context;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLong();
  sendContinue(context);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: DavError): void => {
      clearTimeout(timer);
      request.off('data', take);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      request.pause();
      fail(tooLong());
    };
    const breakOff = (): void => fail(incompleteBody());
    const timer = setTimeout(() => fail(lateBody()), BODY_MS);
    // The client may have disconnected earlier, during authentication.
    if (request.destroyed) {
      breakOff();
      return;
    }
    request.on('data', take).on('error', breakOff).on('close', breakOff);
    request.on('end', () => {
      clearTimeout(timer);
      request.off('data', take).off('close', breakOff);
      const [first] = chunks;
      // A single chunk is not copied: a copy would keep a pool of 64 KiB, and V8 would free many of them late.
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
  });
}

/**
 * Request body of at most `limit` bytes.
 * @throws {DavError} 400 | 408 | 413
 * @throws {DmsError} unauthenticated | forbidden: the user lost access while the body arrived
 */
export async function readSmallBody(context: RequestContext, limit: number): Promise<Buffer> {
  const tooLong = (): DavError => new DavError(413, `The body is longer than ${limit} bytes.`);
  const bytes = await readBytes(context, limit, tooLong);
  context.dms.authentication.assertCurrent(context.actor);
  return bytes;
}

const DECODERS = {
  utf8: new TextDecoder('utf-8', { fatal: true }),
  bigEndian: new TextDecoder('utf-16be', { fatal: true }),
  littleEndian: new TextDecoder('utf-16le', { fatal: true }),
};

/** Decodes XML: UTF-8, or UTF-16 if it starts with a byte order mark. A server must accept both (XML 1.0 §4.3.3). */
function decode(bytes: Buffer): string {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const { utf8, bigEndian, littleEndian } = DECODERS;
  const decoder = mark === 0xfeff ? bigEndian : mark === 0xfffe ? littleEndian : utf8;
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest('The XML is neither UTF-8 nor UTF-16 with a byte order mark.');
  }
}

/**
 * Request body as text; an empty string without a body.
 * @throws {DavError} 400 | 408 | 413 (over 1 MiB)
 * @throws {DmsError} unauthenticated | forbidden: the user lost access while the body arrived
 */
export async function readText(context: RequestContext): Promise<string> {
  const bytes = await readBytes(context, MAX_XML_BYTES, longXml);
  context.dms.authentication.assertCurrent(context.actor);
  return decode(bytes);
}

/** Root element of the request body; undefined without a body. Throws the errors of {@link readText}. */
export async function readXml(context: RequestContext): Promise<XmlElement | undefined> {
  const text = await readText(context);
  return text === '' ? undefined : parseXml(text);
}
