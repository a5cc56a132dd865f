import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Source } from '../core/browse/browse.ts';
import type { Dms } from '../core/dms.ts';
import { discardSmallBody, hasEncodedBody } from '../http/connections/request-body.ts';
import { once } from '../http/once.ts';
import type { Logger } from '../log.ts';
import { DmsError } from '../model/errors/errors.ts';
import type { UserActor } from '../model/people/actor.ts';
import { createDispatch, type Responder } from './method-dispatch.ts';
import { METHODS, options, unknownMethod } from './methods/methods.ts';
import { DavError, davErrorFor, encodedBody, sendError, sendResponse } from './protocol/protocol.ts';
import { receive } from './receive.ts';
import { REPORTS } from './reports.ts';
import {
  authenticate,
  type DavPath,
  DRIVE,
  type DriveAddress,
  type GuestLimit,
  header,
  type IncomingRequest,
  isEditPath,
  isInHistory,
  lockedError,
  type Method,
  parseIf,
  type RequestContext,
  submittedTokens,
} from './request/request.ts';

/** Dependencies of {@link createWebDav}. */
export interface WebDavDependencies {
  readonly dms: Dms;
  readonly log: Logger;
  /** `server.base_url` of the configuration; null if not set. A `Destination` may name its host. */
  readonly baseUrl: string | null;
  /** Returns the client address, also behind trusted proxies. Default: the remote address of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string | null;
  /** Counts the requests without valid credentials. */
  readonly guests: GuestLimit;
  /** Clock, in milliseconds UTC. Default: `Date.now`. */
  readonly now?: () => number;
  /** True: with REPORT `DAV:sync-collection` (RFC 6578). Default: false. */
  readonly hasReports?: boolean;
  /** The address of a URL; undefined: the URL is not for this interface. Default: `/webdav`. */
  readonly addressAt?: (url: string) => DriveAddress | undefined;
}

/**
 * Request handler for `node:http` and for Express. Express may mount it at any path, because the handler reads the
 * whole URL (`originalUrl`).
 */
export type WebDavHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** Methods that change nothing: their denial is not recorded as a denied write. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PROPFIND', 'OPTIONS', 'REPORT']);

/** URL as the client sent it. Express removes the mount path from `url`, but not from `originalUrl`. */
function originalUrl(request: IncomingMessage): string {
  const { url = '/' } = request;
  return 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : url;
}

/** Methods by name. */
type Methods = Readonly<Record<string, Method>>;

const MAIN_ADDRESS: DriveAddress = { mount: DRIVE };

function mainAddressAt(url: string): DriveAddress | undefined {
  return DRIVE.contains(url) ? MAIN_ADDRESS : undefined;
}

/** OPTIONS for `/`, which Windows sends for any mounted folder, and OPTIONS for `*`, the server as a whole. */
function isForWholeServer(request: IncomingMessage, url: string): boolean {
  return request.method === 'OPTIONS' && (url === '/' || url === '*');
}

/** Sends the response to a failed request. Never throws, because no caller could handle the error. */
async function respondWithError(incoming: IncomingRequest, error: unknown): Promise<void> {
  try {
    await reportAndRespond(incoming, error);
  } catch (second) {
    incoming.log.error({ method: incoming.request.method, err: second }, 'webdav error response failed');
    incoming.response.destroy();
  }
}

/** The error to send; undefined: a fault of dms. Beside the drive, no path of the response names a locked entry. */
function errorFor(context: RequestContext | undefined, error: unknown): DavError | undefined {
  if (!context || !(error instanceof DmsError) || error.code !== 'locked') return davErrorFor(error);
  return context.isDrive ? lockedError(context, error) : new DavError(423, error.message);
}

/**
 * Records a denied write, and sends the error response. An error that is not a `DavError`, a `DmsError` or a disk error
 * is a fault of dms: it is logged, and the client receives 500 without details.
 */
async function reportAndRespond(incoming: IncomingRequest, error: unknown): Promise<void> {
  const { request, response, log, context } = incoming;
  if (context !== undefined && !READ_METHODS.has(request.method ?? '')) {
    context.dms.securityEvents.writeDenied(context.actor, error);
  }
  const davError = errorFor(context, error);
  if (davError === undefined || davError.status === 503) {
    log.error(
      { request_id: incoming.requestId, method: request.method, err: error },
      'webdav request failed',
    );
  }
  await discardSmallBody(request);
  // Part of the response is sent: only closing the connection shows the client that the rest is missing.
  if (response.headersSent) response.destroy();
  else if (davError !== undefined) sendError(response, davError);
  else
    sendResponse(response, 500, { 'Content-Type': 'text/plain; charset=utf-8' }, 'Internal server error.\n');
}

/** Runs the method of an authenticated request. Never throws. */
function runMethod(incoming: IncomingRequest, method: Method): void {
  const fail = (error: unknown): void => void respondWithError(incoming, error);
  try {
    if (incoming.context !== undefined) method(incoming.context)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

const historyResponder = once(async () => {
  const { HistoryResponder } = await import('./history/history.ts');
  return new HistoryResponder();
});

/** Responds to a request for the drive at an earlier time. Never throws. */
async function respondInHistory(incoming: IncomingRequest, context: RequestContext): Promise<void> {
  try {
    await (await historyResponder()).respond(context);
  } catch (error) {
    await respondWithError(incoming, error);
  }
}

/** Creates the function that runs the method of a request. */
function createMethodDispatch(methods: Methods, hasReports: boolean): Responder {
  const responderFor =
    (method: Method): Responder =>
    (incoming) =>
      runMethod(incoming, method);
  const all = Object.keys(METHODS).map((name) => [name, methods[name] ?? unknownMethod] as const);
  const responders = all.map(([name, method]) => [name, responderFor(method)] as const);
  return createDispatch(
    { ...Object.fromEntries(responders), OPTIONS: ({ response }) => options(response, hasReports) },
    responderFor(unknownMethod),
  );
}

/** Creates the function that attaches the context to a request whose user is known. */
function createBegin({ reports, ...common }: Pick<RequestContext, 'baseUrl' | 'dms' | 'now' | 'reports'>) {
  return (
    incoming: IncomingRequest,
    path: DavPath,
    user: UserActor,
    source: Source = { path: path.segments },
    { mount, extension, methods }: DriveAddress = MAIN_ADDRESS,
  ): RequestContext => {
    const { request, response } = incoming;
    if (hasEncodedBody(request.headers)) throw encodedBody();
    const ifText = header(request.headers, 'if');
    const ifHeader = ifText === undefined ? undefined : parseIf(ifText);
    const actor = ifHeader === undefined ? user : { ...user, lockTokens: submittedTokens(ifHeader) };
    const isDrive = methods === undefined;
    const address = { mount, extension, isDrive, reports: isDrive ? reports : undefined };
    incoming.context = { ...common, ...address, request, response, actor, path, source, ifHeader };
    return incoming.context;
  };
}

/** Creates the function that finds the dispatcher for a table of methods. */
function createDispatchers(hasReports: boolean): (methods: Methods) => Responder {
  const known = new Map<Methods, Responder>();
  return (methods) => {
    const dispatcher = known.get(methods) ?? createMethodDispatch(methods, hasReports);
    known.set(methods, dispatcher);
    return dispatcher;
  };
}

/**
 * Creates the function that runs the method of a request at an address, for an authenticated user.
 * @throws {DavError} 404: the address is that of another user
 */
function createDispatchAs(
  begin: ReturnType<typeof createBegin>,
  dispatcherOf: ReturnType<typeof createDispatchers>,
) {
  return (
    incoming: IncomingRequest,
    path: DavPath,
    user: UserActor,
    address: DriveAddress = MAIN_ADDRESS,
  ): void => {
    const { login = user.login, methods } = address;
    if (login.toLowerCase() !== user.login.toLowerCase()) throw new DavError(404, 'Not found.');
    const context = begin(incoming, path, user, undefined, address);
    if (methods === undefined && isInHistory(context, path)) void respondInHistory(incoming, context);
    else if (context.reports && incoming.request.method === 'REPORT')
      runMethod(incoming, context.reports.respond);
    else dispatcherOf(methods ?? METHODS)(incoming);
  };
}

/**
 * Creates the WebDAV interface (RFC 4918 class 1, 2 and 3): everything below `/webdav`, or below other addresses, and
 * OPTIONS at `/` and `*`.
 * Passes any other request to `next`, or responds with 404 without `next`. Never throws, whatever a client sends.
 *
 * The HTTP server must pass requests with `Expect: 100-continue` to the handler through a `checkContinue` listener. The
 * handler sends `100 Continue` itself, after authentication and after every check that can reject the request without
 * its body.
 */
export function createWebDav(deps: WebDavDependencies): WebDavHandler {
  const { dms, guests, baseUrl, now = Date.now, addressAt = mainAddressAt, hasReports = false } = deps;
  const begin = createBegin({ dms, baseUrl, now, reports: hasReports ? REPORTS : undefined });
  const dispatcherOf = createDispatchers(hasReports);
  const dispatchAs = createDispatchAs(begin, dispatcherOf);

  const editAddresses = once(async () => {
    const { EditAddressResponder } = await import('./edit-addresses/edit-addresses.ts');
    return new EditAddressResponder({ dms, guests, begin });
  });

  const respondAtEditPath = async (incoming: IncomingRequest, path: DavPath): Promise<void> => {
    const { isDone } = await (await editAddresses()).respond(incoming, path);
    if (!isDone)
      dispatchAs(incoming, path, await authenticate({ dms, guests }, incoming.request, incoming.ip));
  };

  const authenticateAndDispatch = (
    incoming: IncomingRequest,
    url: string,
    address: DriveAddress | undefined,
  ): void => {
    const { request } = incoming;
    if (address === undefined || request.method === 'OPTIONS') {
      dispatcherOf(METHODS)(incoming);
      return;
    }
    const path = address.mount.parse(url);
    if (address.mount === DRIVE && isEditPath(path)) {
      respondAtEditPath(incoming, path).catch((error: unknown) => void respondWithError(incoming, error));
      return;
    }
    const authenticated = authenticate({ dms, guests }, request, incoming.ip);
    if (!(authenticated instanceof Promise)) {
      dispatchAs(incoming, path, authenticated, address);
      return;
    }
    authenticated
      .then((user) => dispatchAs(incoming, path, user, address))
      .catch((error: unknown) => void respondWithError(incoming, error));
  };

  return (request, response, next) => {
    const url = originalUrl(request);
    const address = addressAt(url);
    if (address === undefined && !isForWholeServer(request, url)) {
      if (next === undefined) sendResponse(response, 404);
      else next();
      return;
    }
    const incoming = receive(deps, request, response, url);
    try {
      authenticateAndDispatch(incoming, url, address);
    } catch (error) {
      void respondWithError(incoming, error);
    }
  };
}
