import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { once } from '../once.ts';

/** The rest of a body that is not longer is taken, so that the connection can serve the next request. */
const SMALL_BYTES = 64 * 1024;
/** How long the rest of a small body may take. A client that sends it at all sends it with the header. */
const SMALL_MS = 200;
/** After the answer: how long a client may go on sending, and how long it may be silent. */
const LINGER_MS = 30_000;
const LINGER_SILENCE_MS = 5000;

/** How long a body of JSON or XML may take. Both have at most 1 MiB. */
export const BODY_MS = 30_000;

/** Connections that end after an answer that is on its way or has been sent. */
const closing = new WeakSet<Socket>();

/** True if the headers announce a request body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** True if no further request of the connection may be answered (RFC 9112 §9.6). */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Ends a connection whose client may still be sending. If it were closed at once, the system would answer
 * what the client sends with a reset, and the client's system would then drop the answer that it has not
 * read yet (RFC 9112 §9.6). So the sending side is closed, and what comes is thrown away for a while.
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

/** Ends the connection after this response, which says `Connection: close` unless its header is sent already. */
export function closeAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  closing.add(socket);
  const end = once(() => linger(request));
  // This is how the HTTP server closes a connection after the last response.
  socket.destroySoon = end;
  response.shouldKeepAlive = false;
  response.once('finish', end);
}

/**
 * Ends the connection after this response, whose head goes out now, if the request body has not arrived. A client that does not
 * send the rest would otherwise have its next request taken for that rest.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete && hasBody(request.headers)) closeAfter(request, response);
}

/**
 * Waits until the rest of a small request body has arrived, and throws it away. Call it before an error is
 * answered. It returns at once if the body is not small, or if the client sends it only after
 * `100 Continue`; the answer then ends the connection.
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
 * Waits for a body of JSON or XML. A client that never sends it would otherwise hold its place for ever.
 * @returns what `reading` resolves to
 * @throws what `reading` rejects with, or `late()` after 30 seconds
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
