import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { once } from '../once.ts';

/** Maximum length of a body whose rest is read and discarded, so that the connection can serve the next request. */
const SMALL_BYTES = 64 * 1024;
/** Timeout for the rest of a small body, in milliseconds. Clients that send the rest at all send it with the header. */
const SMALL_MS = 200;
/** After the response: maximum time for which the client may continue to send, and maximum silence, in milliseconds. */
const LINGER_MS = 30_000;
const LINGER_SILENCE_MS = 5000;

/** Timeout for a JSON or XML body, in milliseconds. Both have at most 1 MiB. */
export const BODY_MS = 30_000;

/** Connections that end after a response that is being sent or has been sent. */
const closing = new WeakSet<Socket>();

/** True if the headers announce a request body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** True if the request has a body with a content coding (RFC 9110 §8.4) other than `identity`. */
export function hasEncodedBody(headers: IncomingHttpHeaders): boolean {
  const codings = headers['content-encoding'];
  return codings !== undefined && hasBody(headers) && !/^[\s,]*(?:identity[\s,]*)*$/i.test(codings);
}

/** True if no further request of the connection may be processed (RFC 9112 §9.6). */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Ends a connection whose client may still be sending. After an immediate close, the operating system would answer
 * further data with a reset, and the client's system would then discard the response before the client has read it (RFC
 * 9112 §9.6). Therefore only the sending side is closed, and incoming data is discarded for a while.
 */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  // The HTTP server destroys a connection that is silent for this long.
  socket.setTimeout(LINGER_SILENCE_MS);
  request.resume();
  socket.end();
}

/** Ends the connection after this response, which has `Connection: close` unless its head is already sent. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  closing.add(socket);
  const end = once(() => linger(request));
  // The HTTP server calls this to close a connection after the last response.
  socket.destroySoon = end;
  response.shouldKeepAlive = false;
  response.once('finish', end);
}

/**
 * Ends the connection after this response, whose head is being sent, if the request body has not arrived. Otherwise the
 * next request of a client that does not send the rest would be read as that rest.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete && hasBody(request.headers)) closeAfterResponse(request, response);
}

/**
 * Reads and discards the rest of a small request body. Call this before sending an error response. Returns immediately
 * if the body is not small, or if the client sends it only after `100 Continue`; the response then ends the connection.
 */
export async function discardSmallBody(request: IncomingMessage): Promise<void> {
  const { headers } = request;
  if (request.complete || request.destroyed || !hasBody(headers) || headers.expect !== undefined) return;
  if (Number(headers['content-length'] ?? 0) > SMALL_BYTES) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SMALL_MS);
    let size = 0;
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > SMALL_BYTES) settle();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, settle);
    request.resume();
  });
}

/**
 * Waits for a JSON or XML body. Without the timeout, a client that never sends the body would occupy its slot for ever.
 * @returns the result of `reading`
 * @throws the error of `reading`, or `late()` after 30 seconds
 */
export async function receivedInTime<T>(reading: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), BODY_MS);
  });
  try {
    return await Promise.race([reading, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
