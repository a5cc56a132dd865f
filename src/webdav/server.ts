import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import type { UserActor } from '../model/actor.ts';
import { DmsError } from '../model/errors.ts';
import { createDispatch, type Responder } from './method-dispatch.ts';
import { METHODS, options, unknownMethod } from './methods/methods.ts';
import { answer, davErrorFor, sendError } from './protocol/protocol.ts';
import {
  authenticate,
  type DavPath,
  header,
  type IncomingRequest,
  isMounted,
  lockedError,
  type Method,
  parseIf,
  parsePath,
  submittedTokens,
} from './request/request.ts';

/** What the WebDAV face works with. */
export interface WebDavParts {
  readonly dms: Dms;
  readonly log: Logger;
  /** `server.base_url`: a `Destination` may name this host, too. */
  readonly baseUrl: string | null;
  /** Address of the client, proxies seen through where the configuration trusts them. */
  readonly addressOf?: (request: IncomingMessage) => string | null;
  /** The clock: milliseconds UTC. */
  readonly now?: () => number;
}

/** A handler for `node:http`, and for Express too, mounted wherever it may: it looks at the whole URL. */
export type WebDavHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Methods that change nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PROPFIND', 'OPTIONS']);

/** The URL as it was sent: Express takes the mount point off `url`. */
function wholeUrl(request: IncomingMessage): string {
  const { url = '/' } = request;
  return 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : url;
}

/** Windows asks OPTIONS of `/` whatever it mounts; `*` is the server as a whole. */
function concerns(request: IncomingMessage, url: string): boolean {
  return isMounted(url) || (request.method === 'OPTIONS' && (url === '/' || url === '*'));
}

function addressOfPeer(request: IncomingMessage): string | null {
  return request.socket.remoteAddress ?? null;
}

/** One line in the log when the request is over, and the id by which it is found. */
function observe(
  parts: WebDavParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): IncomingRequest {
  const { log, addressOf = addressOfPeer } = parts;
  const ip = addressOf(request);
  const set = response.getHeader('X-Request-Id');
  const requestId = typeof set === 'string' ? set : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  const begun = performance.now();
  const visit: IncomingRequest = { request, response, log, ip, context: undefined };
  if (!log.isLevelEnabled('info')) return visit;
  response.on('close', () => {
    log.info(
      {
        request_id: requestId,
        method: request.method,
        path: url.split('?', 1)[0],
        status: response.statusCode,
        duration_ms: Math.round((performance.now() - begun) * 10) / 10,
        user: visit.context?.actor.login ?? null,
        ip,
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
  return visit;
}

/** Answers a request that did not succeed; it throws nothing, as there is nobody left to catch it. */
function fail(visit: IncomingRequest, error: unknown): void {
  try {
    answerFailure(visit, error);
  } catch (second) {
    visit.log.error({ method: visit.request.method, err: second }, 'webdav request failed to fail');
    visit.response.destroy();
  }
}

/** What is no refusal is a fault of ours: logged once, and told to nobody. */
function answerFailure(visit: IncomingRequest, error: unknown): void {
  const { request, response, log, context } = visit;
  const isLocked = context !== undefined && error instanceof DmsError && error.code === 'locked';
  if (context !== undefined && !HARMLESS.has(request.method ?? '')) {
    context.dms.securityEvents.writeDenied(context.actor, error);
  }
  const refusal = isLocked ? lockedError(context, error) : davErrorFor(error);
  if (refusal === undefined) {
    const requestId = response.getHeader('X-Request-Id');
    log.error({ request_id: requestId, method: request.method, err: error }, 'webdav request failed');
  }
  // Half an answer is made recognisable by the connection that breaks off.
  if (response.headersSent) response.destroy();
  else if (refusal !== undefined) sendError(response, refusal);
  else answer(response, 500, { 'Content-Type': 'text/plain; charset=utf-8' }, 'Something went wrong here.\n');
}

async function run(visit: IncomingRequest, method: Method): Promise<void> {
  try {
    if (visit.context !== undefined) await method(visit.context);
  } catch (error) {
    fail(visit, error);
  }
}

/**
 * The WebDAV face (RFC 4918 class 1, 2 and 3) below `/webdav`, and OPTIONS at `/`. Passes on what does not concern it,
 * or answers 404 when there is nobody to pass it to. Nothing that a client sends makes it throw.
 *
 * The http server must hand it requests with `Expect: 100-continue` through a `checkContinue` listener: it answers
 * `100 Continue` by itself, once it knows who asks and that the content will be taken.
 */
export function createWebDav(parts: WebDavParts): WebDavHandler {
  const { dms, baseUrl, now = Date.now } = parts;

  const responder =
    (method: Method): Responder =>
    (visit) =>
      void run(visit, method);
  const methods = Object.entries(METHODS).map(([name, method]) => [name, responder(method)] as const);
  const dispatch = createDispatch(
    { ...Object.fromEntries(methods), OPTIONS: ({ response }) => options(response) },
    responder(unknownMethod),
  );

  const enter = (visit: IncomingRequest, path: DavPath, known: UserActor): void => {
    const { request, response } = visit;
    const condition = header(request.headers, 'if');
    const ifHeader = condition === undefined ? undefined : parseIf(condition);
    const actor = ifHeader === undefined ? known : { ...known, lockTokens: submittedTokens(ifHeader) };
    visit.context = { request, response, dms, actor, path, ifHeader, baseUrl, now };
    dispatch(visit);
  };

  const begin = (visit: IncomingRequest, url: string): void => {
    const { request } = visit;
    if (request.method === 'OPTIONS') {
      dispatch(visit);
      return;
    }
    const path = parsePath(url);
    const actor = authenticate(dms, request.headers.authorization, visit.ip);
    if (!(actor instanceof Promise)) {
      enter(visit, path, actor);
      return;
    }
    actor.then((known) => enter(visit, path, known)).catch((error: unknown) => fail(visit, error));
  };

  return (request, response, next) => {
    const url = wholeUrl(request);
    if (!concerns(request, url)) {
      if (next === undefined) answer(response, 404);
      else next();
      return;
    }
    const visit = observe(parts, request, response, url);
    try {
      begin(visit, url);
    } catch (error) {
      fail(visit, error);
    }
  };
}
