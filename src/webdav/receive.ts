import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addToHead } from '../http/connections/head.ts';
import type { Logger } from '../log.ts';
import { type IncomingRequest, loggedPath } from './request/request.ts';

function addressOfConnection(request: IncomingMessage): string | null {
  return request.socket.remoteAddress ?? null;
}

/** What {@link receive} depends on. */
interface Dependencies {
  readonly log: Logger;
  readonly addressOf?: (request: IncomingMessage) => string | null;
}

/**
 * Assigns a request id, and logs one line with it when the response or the connection ends.
 * @param url as the client sent it
 */
export function receive(
  deps: Dependencies,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): IncomingRequest {
  const { log, addressOf = addressOfConnection } = deps;
  const ip = addressOf(request);
  const requestId = randomUUID();
  addToHead(response, 'X-Request-Id', requestId);
  const startedAt = performance.now();
  const incoming: IncomingRequest = { request, response, log, ip, requestId, context: undefined };
  if (!log.isLevelEnabled('info')) return incoming;
  response.on('close', () => {
    log.info(
      {
        request_id: requestId,
        method: request.method,
        path: loggedPath(url),
        status: response.statusCode,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        user: incoming.context?.actor.login ?? null,
        ip,
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
  return incoming;
}
