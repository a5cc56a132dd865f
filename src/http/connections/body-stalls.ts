import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-body.ts';

/** Checks for stalled bodies per time limit. */
const CHECKS_PER_LIMIT = 10;
const MIN_CHECK_INTERVAL_MS = 200;

interface Progress {
  readonly response: ServerResponse;
  /** Bytes received on the connection at the last observed progress. */
  bytes: number;
  /** Time of that progress, in milliseconds of `performance.now`. */
  at: number;
}

/**
 * Terminates requests with a stalled body: no byte arrives for the time limit although the service is waiting for it.
 * The total duration of a body is not limited.
 */
export class BodyStalls {
  readonly #limitMs: number;
  readonly #onStall: (request: IncomingMessage) => void;
  readonly #waiting = new Map<IncomingMessage, Progress>();
  /** Requests whose header has just arrived. */
  #begun: (readonly [IncomingMessage, ServerResponse])[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param limitMs 0: no limit
   * @param onStall called for each terminated request
   */
  constructor(limitMs: number, onStall: (request: IncomingMessage) => void) {
    this.#limitMs = limitMs;
    this.#onStall = onStall;
  }

  /** Watches the request body until it has arrived, or the response is sent. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    if (this.#limitMs === 0 || !hasBody(request.headers)) return;
    this.#begun.push([request, response]);
    // Most bodies arrive together with the header. Watching those too would cost more than the rest of the listener.
    if (this.#begun.length === 1) setImmediate(() => this.#watchBegun());
  }

  #watchBegun(): void {
    const begun = this.#begun;
    this.#begun = [];
    for (const [request, response] of begun)
      if (!request.complete && !request.destroyed && !response.closed) this.#watch(request, response);
  }

  #watch(request: IncomingMessage, response: ServerResponse): void {
    this.#waiting.set(request, { response, bytes: request.socket.bytesRead, at: performance.now() });
    const forget = (): void => {
      this.#waiting.delete(request);
      if (this.#waiting.size === 0) this.#stop();
    };
    request.once('close', forget);
    response.once('close', forget);
    const every = Math.max(MIN_CHECK_INTERVAL_MS, this.#limitMs / CHECKS_PER_LIMIT);
    this.#timer ??= setInterval(() => this.#look(), every).unref();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const [request, progress] of this.#waiting) {
      const { bytesRead } = request.socket;
      // Received but unread bytes mean that the client is waiting for the service, not the reverse.
      if (bytesRead !== progress.bytes || request.readableLength > 0) {
        progress.bytes = bytesRead;
        progress.at = now;
      } else if (now - progress.at >= this.#limitMs && !request.complete) {
        this.#waiting.delete(request);
        this.#onStall(request);
        end(request, progress.response);
      }
    }
    if (this.#waiting.size === 0) this.#stop();
  }
}

function end({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    socket.destroy(),
  );
}
