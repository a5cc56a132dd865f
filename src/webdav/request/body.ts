import { badRequest, DavError, parseXml, type XmlElement } from '../protocol/protocol.ts';
import type { RequestContext } from './request-context.ts';

/** The longest XML body that is read. */
const XML_BYTES = 2 ** 20;

/** True when the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). */
function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}

/** Tells a client that waits for it to send the body; to be called once, when nothing speaks against the request. */
export function askForBody({ request, response }: RequestContext): void {
  if (expectsContinue(request.headers.expect)) response.writeContinue();
}

function tooBig(): DavError {
  return new DavError(413, 'The XML is longer than 1 MiB.', { headers: { Connection: 'close' } });
}

function brokenOff(): DavError {
  return badRequest('The body broke off.');
}

async function readAll(context: RequestContext): Promise<Buffer> {
  const { request } = context;
  if (Number(request.headers['content-length'] ?? 0) > XML_BYTES) throw tooBig();
  askForBody(context);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > XML_BYTES) reject(tooBig());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(brokenOff()));
    request.on('close', () => {
      if (!request.readableEnded) reject(brokenOff());
    });
  });
}

const DECODERS = {
  utf8: new TextDecoder('utf-8', { fatal: true }),
  bigEndian: new TextDecoder('utf-16be', { fatal: true }),
  littleEndian: new TextDecoder('utf-16le', { fatal: true }),
};

/** XML is UTF-8 unless a byte order mark says otherwise; both must be understood (XML 1.0 §4.3.3). */
function decode(bytes: Buffer): string {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const { utf8, bigEndian, littleEndian } = DECODERS;
  const decoder = mark === 0xfeff ? bigEndian : mark === 0xfffe ? littleEndian : utf8;
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest('The XML is not encoded as it says.');
  }
}

/** The text of the body, decoded. @throws {DavError} 400 | 413 */
export async function readText(context: RequestContext): Promise<string> {
  return decode(await readAll(context));
}

/** The root element of the body; undefined when there is none. @throws {DavError} 400 | 413 */
export async function readXml(context: RequestContext): Promise<XmlElement | undefined> {
  const text = await readText(context);
  return text === '' ? undefined : parseXml(text);
}
