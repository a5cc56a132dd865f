import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../core/dms.ts';
import { addToHead } from '../http/connections/head.ts';
import { discardSmallBody } from '../http/connections/request-body.ts';
import type { Logger } from '../log.ts';
import { DmsError } from '../model/errors/errors.ts';
import type { UserActor } from '../model/people/actor.ts';
import { createDispatch, type Responder } from './method-dispatch.ts';
import { METHODS, options, unknownMethod } from './methods/methods.ts';
import { answer, davErrorFor, sendError } from './protocol/protocol.ts';
import {
  authenticate,
  type DavPath,
  GuestLimit,
  header,
  type IncomingRequest,
  isMounted,
  lockedError,
  type Method,
  parseIf,
  parsePath,
  submittedTokens,
} from './request/request.ts';

/** What {@link createWebDav} needs. */
export interface WebDavParts {
  readonly dms: Dms;
  readonly log: Logger;
  /** `server.base_url` of the configuration; null if not set. A `Destination` may name its host. */
  readonly baseUrl: string | null;
  /**
   * Returns the client's address, behind trusted proxies too. Default: the address of the connection's other
   * end.
   */
  readonly addressOf?: (request: IncomingMessage) => string | null;
  /** Most requests per minute without valid credentials, for each address. Default: 0, no limit. */
  readonly guestsPerMinute?: number;
  /** The clock: milliseconds UTC. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * A request handler for `node:http` and for Express. In Express it may be mounted at any path, because it
 * reads the whole URL (`originalUrl`).
 */
export type WebDavHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Methods that change nothing: a denial of one is not recorded as a denied write. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PROPFIND', 'OPTIONS']);

/** The URL as the client sent it. Express removes the mount path from `url`, but not from `originalUrl`. */
function originalUrl(request: IncomingMessage): string {
  const { url = '/' } = request;
  return 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : url;
}

/**
 * True if the WebDAV interface answers the request. That includes OPTIONS for `/`, which Windows sends
 * whatever folder it mounts, and for `*`, the server as a whole.
 */
function isForWebDav(request: IncomingMessage, url: string): boolean {
  return isMounted(url) || (request.method === 'OPTIONS' && (url === '/' || url === '*'));
}

function addressOfConnection(request: IncomingMessage): string | null {
  return request.socket.remoteAddress ?? null;
}

/** Gives the request its id, and logs one line with that id when the connection or the response ends. */
function receive(
  parts: WebDavParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): IncomingRequest {
  const { log, addressOf = addressOfConnection } = parts;
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
        path: url.split('?', 1)[0],
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

/** Answers a failed request. It throws nothing, because no caller could handle the error. */
async function answerError(incoming: IncomingRequest, error: unknown): Promise<void> {
  try {
    await reportAndAnswer(incoming, error);
  } catch (second) {
    incoming.log.error({ method: incoming.request.method, err: second }, 'webdav error response failed');
    incoming.response.destroy();
  }
}

/**
 * Records a denied write, and sends the error response. An error that is neither a `DavError` nor a
 * `DmsError`, nor of the disk, is a fault of dms: it is logged, and the client gets 500 without details.
 */
async function reportAndAnswer(incoming: IncomingRequest, error: unknown): Promise<void> {
  const { request, response, log, context } = incoming;
  const isLocked = context !== undefined && error instanceof DmsError && error.code === 'locked';
  if (context !== undefined && !READ_METHODS.has(request.method ?? '')) {
    context.dms.securityEvents.writeDenied(context.actor, error);
  }
  const davError = isLocked ? lockedError(context, error) : davErrorFor(error);
  if (davError === undefined || davError.status === 503) {
    log.error(
      { request_id: incoming.requestId, method: request.method, err: error },
      'webdav request failed',
    );
  }
  await discardSmallBody(request);
  // Part of the response is sent. Only a closed connection tells the client that the rest is missing.
  if (response.headersSent) response.destroy();
  else if (davError !== undefined) sendError(response, davError);
  else answer(response, 500, { 'Content-Type': 'text/plain; charset=utf-8' }, 'Internal server error.\n');
}

/** Runs the method of a request whose user is known. It throws nothing. */
function runMethod(incoming: IncomingRequest, method: Method): void {
  const fail = (error: unknown): void => void answerError(incoming, error);
  try {
    if (incoming.context !== undefined) method(incoming.context)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/**
 * Creates the WebDAV interface (RFC 4918 class 1, 2 and 3): everything below `/webdav`, and OPTIONS at `/`
 * and `*`. It passes any other request to `next`, or answers 404 without `next`. It never throws, whatever a
 * client sends.
 *
 * The HTTP server must pass requests with `Expect: 100-continue` to the handler through a `checkContinue`
 * listener. The handler sends `100 Continue` itself, after it has authenticated the client and knows that it
 * accepts the body.
 */
export function createWebDav(parts: WebDavParts): WebDavHandler {
  const { dms, baseUrl, guestsPerMinute = 0, now = Date.now } = parts;
  const guests = new GuestLimit(guestsPerMinute, now);

  const responderFor =
    (method: Method): Responder =>
    (incoming) =>
      runMethod(incoming, method);
  const responders = Object.entries(METHODS).map(([name, method]) => [name, responderFor(method)] as const);
  const dispatch = createDispatch(
    { ...Object.fromEntries(responders), OPTIONS: ({ response }) => options(response) },
    responderFor(unknownMethod),
  );

  const dispatchAs = (incoming: IncomingRequest, path: DavPath, user: UserActor): void => {
    const { request, response } = incoming;
    const ifText = header(request.headers, 'if');
    const ifHeader = ifText === undefined ? undefined : parseIf(ifText);
    const actor = ifHeader === undefined ? user : { ...user, lockTokens: submittedTokens(ifHeader) };
    incoming.context = { request, response, dms, actor, path, ifHeader, baseUrl, now };
    dispatch(incoming);
  };

  const authenticateAndDispatch = (incoming: IncomingRequest, url: string): void => {
    const { request } = incoming;
    if (request.method === 'OPTIONS') {
      dispatch(incoming);
      return;
    }
    const path = parsePath(url);
    const authenticated = authenticate({ dms, guests }, request, incoming.ip);
    if (!(authenticated instanceof Promise)) {
      dispatchAs(incoming, path, authenticated);
      return;
    }
    authenticated
      .then((user) => dispatchAs(incoming, path, user))
      .catch((error: unknown) => void answerError(incoming, error));
  };

  return (request, response, next) => {
    const url = originalUrl(request);
    if (!isForWebDav(request, url)) {
      if (next === undefined) answer(response, 404);
      else next();
      return;
    }
    const incoming = receive(parts, request, response, url);
    try {
      authenticateAndDispatch(incoming, url);
    } catch (error) {
      void answerError(incoming, error);
    }
  };
}
