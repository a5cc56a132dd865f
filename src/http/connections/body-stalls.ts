import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-body.ts';

/** How often per time limit it is looked for stalled bodies. */
const LOOKS = 10;
const LEAST_BETWEEN_LOOKS_MS = 200;

interface Progress {
  readonly response: ServerResponse;
  /** What the connection had received when it was last seen to receive something. */
  bytes: number;
  /** When that was, in milliseconds of `performance.now`. */
  at: number;
}

/**
 * Ends requests whose body stalls: of which not one byte has arrived for some time, although the service waits for
 * it. How long a body takes altogether does not matter.
 */
export class BodyStalls {
  readonly #limitMs: number;
  readonly #onStall: (request: IncomingMessage) => void;
  readonly #waiting = new Map<IncomingMessage, Progress>();
  /** Requests whose header has just arrived. */
  #begun: (readonly [IncomingMessage, ServerResponse])[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param limitMs 0: bodies may stall for ever
   * @param onStall is told of each request that is ended
   */
  constructor(limitMs: number, onStall: (request: IncomingMessage) => void) {
    this.#limitMs = limitMs;
    this.#onStall = onStall;
  }

  /** Watches the body of a request until it has arrived, or is answered. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    if (this.#limitMs === 0 || !hasBody(request.headers)) return;
    this.#begun.push([request, response]);
    // Most bodies arrive together with their header. To watch them would cost more than all else of the listener.
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
    const every = Math.max(LEAST_BETWEEN_LOOKS_MS, this.#limitMs / LOOKS);
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
      // What has arrived and is not read yet waits for the service, not the other way round.
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
