import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import { trustFunction } from '../http/connections/client-address.ts';
import { addToHead } from '../http/connections/head.ts';
import { discardSmallBody } from '../http/connections/request-body.ts';
import type { Logger } from '../log.ts';
import { davErrorFor, sendError, sendResponse } from '../webdav/protocol/protocol.ts';
import type { GuestLimit } from '../webdav/request/request.ts';
import { createWebDav } from '../webdav/server.ts';
import { createConnect } from './connect/connect.ts';
import { addressesWith, createRoots, type Methods, SYNC_EXTENSION } from './drive/drive.ts';
import { createLogin } from './login/login.ts';
import { createOcs } from './ocs/ocs.ts';
import { createPreviews, PREVIEW_PATHS } from './previews/previews.ts';
import { respondWithNothing, respondWithStatus } from './status.ts';
import { type Handler, missing, pathOf, type SyncContext } from './sync-context.ts';
import { TRASH_METHODS } from './trash/trash.ts';
import { UPLOAD_METHODS } from './uploads/uploads.ts';
import { VERSION_METHODS } from './versions/versions.ts';

/** The collections of a user beside the drive, by their names in the URL `/remote.php/dav/{collection}/{login}`. */
const COLLECTIONS: ReadonlyMap<string, Methods> = new Map([
  ['trashbin', TRASH_METHODS],
  ['uploads', UPLOAD_METHODS],
  ['versions', VERSION_METHODS],
]);

/** Dependencies of {@link createSyncClients}. */
export interface SyncOptions {
  readonly dms: Dms;
  readonly config: Config;
  /** Counts the requests without valid credentials, together with those of the drive. */
  readonly guests: GuestLimit;
  /** Returns the client address, also behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly log: Logger;
  /** Clock, in milliseconds UTC. */
  readonly now: () => number;
}

/**
 * Creates the listener for the paths that the sync clients and phone apps of ownCloud and Nextcloud request
 * (docs/build/contract/sync.md): `/status.php`, `/ocs/…`, `/index.php/…` and `/remote.php/…`. Any other path below these
 * is 404.
 */
export function createSyncClients(options: SyncOptions): RequestListener {
  const { dms, config, guests, addressOf, log, now } = options;
  const context: SyncContext = {
    dms,
    guests,
    baseUrl: config.server.base_url,
    addressOf,
    now,
    isTrusted: trustFunction(config.server.trust_proxy),
  };
  const handlers: readonly (readonly [RegExp, Handler])[] = [
    [/^\/status\.php$/, respondWithStatus],
    [/^\/ocs\/v[12]\.php\//, createOcs(context)],
    [/^\/remote\.php\/dav(?:\/files)?\/?$/, createRoots(context)],
    [/^\/index\.php\/204$/, respondWithNothing],
    [PREVIEW_PATHS, createPreviews(context)],
    [/^\/index\.php\/connect$/, createConnect(context)],
    [/^\/index\.php\/login\/v2(?:\/|$)/, createLogin(context)],
  ];
  const respond: RequestListener = (request, response) => {
    const path = pathOf(request);
    const handle = handlers.find(([pattern]) => pattern.test(path))?.[1] ?? refuse;
    logRequest({ addressOf, log }, request, response);
    void run(log, handle, request, response);
  };
  const { baseUrl } = context;
  const addressAt = addressesWith(SYNC_EXTENSION, COLLECTIONS);
  const drive = createWebDav({ dms, log, baseUrl, addressOf, guests, now, addressAt, hasReports: true });
  return (request, response) => drive(request, response, () => respond(request, response));
}

const refuse: Handler = () => {
  throw missing();
};

/** What follows in the paths of a device sign-in, except those without a secret. A mistyped path has the secret elsewhere. */
const SECRET_IN_PATH = /(?<=^\/index\.php\/login\/)(?!v2(?:\/poll)?$).*/s;

/** Logs one line when the response or the connection ends, without the query and without secrets in the path. */
function logRequest(
  { addressOf, log }: Pick<SyncOptions, 'addressOf' | 'log'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const requestId = randomUUID();
  addToHead(response, 'X-Request-Id', requestId);
  const ip = addressOf(request);
  const path = pathOf(request).replace(SECRET_IN_PATH, '…');
  response.once('close', () => {
    const { statusCode: status } = response;
    log.info({ request_id: requestId, method: request.method, path, status, ip }, 'request of a sync client');
  });
}

/** Runs a handler, and sends the response to its error. Never rejects. */
async function run(
  log: Logger,
  handle: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await handle(request, response);
  } catch (error) {
    const known = davErrorFor(error);
    if (known === undefined)
      log.error({ err: error, method: request.method }, 'a request of a sync client failed');
    await discardSmallBody(request);
    if (response.headersSent) response.destroy();
    else if (known !== undefined) sendError(response, known);
    else
      sendResponse(
        response,
        500,
        { 'Content-Type': 'text/plain; charset=utf-8' },
        'Internal server error.\n',
      );
  }
}
