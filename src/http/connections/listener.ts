import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BodyStalls } from './body-stalls.ts';
import { prepareHead } from './head.ts';
import { closeAfterResponse, isClosing } from './request-body.ts';
import { SECURITY_HEADERS, STRICT_SECURITY_HEADERS } from './security-headers.ts';

/** Absolute-form request target (RFC 9112 §3.2.2): its authority, and the rest. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;

function countOfHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Rewrites a target such as `http://host/path` to `/path`. Its host replaces the `Host` header (RFC 9112 §3.2.2). */
function useOriginForm(request: IncomingMessage): void {
  const { url = '/', method, headers } = request;
  if (url.startsWith('/')) return;
  const [, authority, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === undefined || rest === undefined) return;
  headers.host = authority.slice(authority.lastIndexOf('@') + 1);
  if (rest.startsWith('/')) request.url = rest;
  else request.url = method === 'OPTIONS' && rest === '' ? '*' : `/${rest}`;
}

/** True if the body has a transfer coding other than `chunked`, which Node.js does not decode (RFC 9112 §6.1). */
function hasUnknownTransferCoding({ headers }: IncomingMessage): boolean {
  const codings = headers['transfer-encoding'];
  return codings !== undefined && codings.trim().toLowerCase() !== 'chunked';
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 501,
  message: string,
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(request.method === 'HEAD' ? undefined : `${message}\n`);
}

/** Latest request of each connection, until its response is sent. */
const latest = new WeakMap<
  Duplex,
  { readonly request: IncomingMessage; readonly response: ServerResponse }
>();

/**
 * Maximum number of requests on one connection that wait for an earlier response. Node.js stops reading when responses
 * accumulate, but waiting requests have none yet: behind an event stream they would accumulate without limit. Clients
 * that pipeline requests have about ten in flight.
 */
const MAX_WAITING = 32;
/** Number of waiting requests, for connections that have ever had one. */
const waiting = new WeakMap<Duplex, number>();

/** @returns false if too many requests are waiting; the connection is then closed */
function mayWait(socket: Duplex): boolean {
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count > MAX_WAITING) socket.destroy();
  return !socket.destroyed;
}

/** Statuses for requests that cannot be parsed, by error code; 400 for all others. */
const BROKEN = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Content Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** Request line that is valid except for its method (RFC 9112 §3), which the parser of Node.js does not know. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/;

function statusOfBroken(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): string {
  const { code = '', rawPacket } = error;
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1') ?? ''))
    return '501 Not Implemented';
  return BROKEN.get(code) ?? '400 Bad Request';
}

/**
 * Responds to bytes that are not a valid request. If the response to the previous request is still pending, that
 * response is sent instead, and the connection ends: lftp sends header lines after the body.
 */
function rejectBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { request, response } = latest.get(socket) ?? {};
  if (request?.complete === true && response !== undefined) {
    closeAfterResponse(request, response);
  } else if (socket.writable && error.code !== 'ECONNRESET' && response?.headersSent !== true) {
    socket.end(`HTTP/1.1 ${statusOfBroken(error)}\r\nConnection: close\r\n\r\n`);
    socket.once('finish', () => socket.destroy());
  } else {
    socket.destroy();
  }
}

/**
 * Passes the requests of a server to the interfaces. For all interfaces:
 * - two `Host` headers are 400 (RFC 9112 §3.2);
 * - transfer codings other than `chunked`, and unknown methods, are 501;
 * - absolute-form targets are accepted;
 * - all responses have the security headers for browsers, and with `isStrict` also `Strict-Transport-Security`;
 * - a response that is sent before the body has arrived ends the connection, but still reaches the client;
 * - requests of one connection run one after another (RFC 9112 §9.3.2): each starts when the previous response has been
 *   sent. If too many wait, the connection ends;
 * - a stalled body ends the connection, with 408 if no response has started;
 * - `100 Continue` is left to the interfaces, which send it after they have checked the request.
 * @param handler passes requests to the interfaces
 */
export function listenWith(
  server: Server,
  handler: RequestListener,
  { isStrict, stalls }: { readonly isStrict: boolean; readonly stalls: BodyStalls },
): void {
  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    const before = latest.get(socket)?.response;
    if (before !== undefined && !mayWait(socket)) return;
    latest.set(socket, { request, response });
    if (before === undefined) {
      carryOut(request, response);
      return;
    }
    before.once('close', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      carryOut(request, response);
    });
  };
  const carryOut: RequestListener = (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // No request is processed after a response that ends the connection (RFC 9112 §9.6).
    if (isClosing(socket)) {
      socket.pause();
      return;
    }
    // An idle connection must not keep the body of its last request in memory.
    response.on('close', () => {
      if (latest.get(socket)?.response === response) latest.delete(socket);
    });
    prepareHead(response, isStrict ? STRICT_SECURITY_HEADERS : SECURITY_HEADERS);
    stalls.watch(request, response);
    if (countOfHosts(request) > 1) {
      refuse(request, response, 400, 'A request must have one Host header.');
      return;
    }
    if (hasUnknownTransferCoding(request)) {
      refuse(request, response, 501, 'The only supported transfer coding is chunked.');
      return;
    }
    useOriginForm(request);
    handler(request, response);
  };
  // Without a listener for `checkContinue`, Node.js sends `100 Continue` immediately.
  server.on('request', receive).on('checkContinue', receive).on('clientError', rejectBroken);
}
