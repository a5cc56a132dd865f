import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BodyStalls } from './body-stalls.ts';
import { type HeaderList, prepareHead } from './head.ts';
import { closeAfter, isClosing } from './request-body.ts';

/** An absolute-form request target (RFC 9112 §3.2.2): its authority, and the rest. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;
/** They protect browsers. */
const HEADERS: HeaderList = ['X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'DENY'];
/** One year, as is usual (RFC 6797 §6.1.1). */
const STRICT_HEADERS: HeaderList = [...HEADERS, 'Strict-Transport-Security', 'max-age=31536000'];

function countOfHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Turns a target such as `http://host/path` into `/path`. Its host replaces the `Host` header
 * (RFC 9112 §3.2.2).
 */
function useOriginForm(request: IncomingMessage): void {
  const { url = '/', method, headers } = request;
  if (url.startsWith('/')) return;
  const [, authority, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === undefined || rest === undefined) return;
  headers.host = authority.slice(authority.lastIndexOf('@') + 1);
  if (rest.startsWith('/')) request.url = rest;
  else request.url = method === 'OPTIONS' && rest === '' ? '*' : `/${rest}`;
}

function refuse(request: IncomingMessage, response: ServerResponse, message: string): void {
  response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(request.method === 'HEAD' ? undefined : `${message}\n`);
}

/** The latest request of each connection, until its response is sent. */
const latest = new WeakMap<
  Duplex,
  { readonly request: IncomingMessage; readonly response: ServerResponse }
>();

/**
 * Most requests of one connection that wait for the answer to one before them. Node.js stops reading when answers
 * pile up, but those that wait here have none yet: a stream of events would collect them without end. Clients that
 * pipeline at all have some ten on their way.
 */
const MAX_WAITING = 32;
/** How many wait, of the connections on which one ever has. */
const waiting = new WeakMap<Duplex, number>();

/** @returns false if there are too many; the connection has ended then */
function mayWait(socket: Duplex): boolean {
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count > MAX_WAITING) socket.destroy();
  return !socket.destroyed;
}

/** Statuses of requests that cannot be parsed, by the code of the error; 400 for all others. */
const BROKEN = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Content Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/**
 * Answers bytes that are no request. If the answer to a request before them is still to come, that one goes
 * out instead, and the connection ends: lftp writes lines of the header after the body.
 */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { request, response } = latest.get(socket) ?? {};
  if (request?.complete === true && response !== undefined) {
    closeAfter(request, response);
  } else if (socket.writable && error.code !== 'ECONNRESET' && response?.headersSent !== true) {
    socket.end(`HTTP/1.1 ${BROKEN.get(error.code ?? '') ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    socket.once('finish', () => socket.destroy());
  } else {
    socket.destroy();
  }
}

/**
 * Passes the requests of a server to the interfaces. Whatever interface answers:
 * - two `Host` headers are 400 (RFC 9112 §3.2);
 * - absolute-form targets work;
 * - all answers have the headers that protect browsers, and with `isStrict` `Strict-Transport-Security`;
 * - an answer that goes out before the body has arrived ends the connection, and still reaches the client;
 * - requests of one connection are carried out one after another (RFC 9112 §9.3.2): the next one begins when
 *   the answer to the one before has been sent. With too many that wait, the connection ends;
 * - a body that stalls ends the connection, with 408 if nothing has been answered yet;
 * - no `100 Continue` is sent. The interfaces send it after they have checked the request.
 * @param answer the interfaces
 */
export function listenWith(
  server: Server,
  answer: RequestListener,
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
    // No request is read after an answer that ends the connection (RFC 9112 §9.6).
    if (isClosing(socket)) {
      socket.pause();
      return;
    }
    // An idle connection must not keep the body of its last request in memory.
    response.on('close', () => {
      if (latest.get(socket)?.response === response) latest.delete(socket);
    });
    prepareHead(response, isStrict ? STRICT_HEADERS : HEADERS);
    stalls.watch(request, response);
    if (countOfHosts(request) > 1) {
      refuse(request, response, 'A request must have one Host header.');
      return;
    }
    useOriginForm(request);
    answer(request, response);
  };
  // Without a listener for `checkContinue`, Node.js sends `100 Continue` at once.
  server.on('request', receive).on('checkContinue', receive).on('clientError', answerBroken);
}
