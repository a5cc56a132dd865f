import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../core/dms.ts';
import { appearanceOf } from '../http/pages/appearance.ts';
import { sessionSecretOf } from '../http/session-cookie.ts';
import type { Logger } from '../log.ts';
import type { Actor } from '../model/people/actor.ts';
import type { Language } from '../model/people/user.ts';
import { type BuiltFile, BuiltFiles } from './built-files.ts';
import { PAGE_HEADERS, pageHtml, stateFor } from './page.ts';

/** Dependencies of {@link createPages}. */
export interface PagesOptions {
  readonly dms: Pick<Dms, 'account' | 'authentication' | 'passwordLinks' | 'setup' | 'twoFactorSignIn'>;
  /** Client address of a request. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly log: Logger;
  /** `sync.clients` of the configuration. */
  readonly hasSyncClients?: boolean;
}

/** Responds to requests for a page or a file of a page; passes all others to `next`. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Paths of the interfaces for programs, which have no pages. */
const OTHERS = /^\/(?:api|web\/api|webdav|healthz|metrics)(?:\/|$)/;
/** Paths of pages. The browser decides what each page shows (web/routes.ts). */
const PAGES =
  /^\/(?:|(?:folders|documents|account|admin)\/.*|search|recent|favourites|shared|trash|activity|account|admin|sign-in|reset|setup)$/;

const FILE_HEADERS = {
  // The file name contains a hash of the content.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Policy of the PDF worker, which compiles WebAssembly image decoders, and loads fonts and character maps from this
 * server.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves the web interface: its pages, and the files that they load. A browser that requests an unknown path receives
 * the "not found" page, with 404. Pages load all further data from `/web/api`.
 */
export function createPages({ dms, addressOf, log, hasSyncClients = false }: PagesOptions): PagesHandler {
  const files = new BuiltFiles();

  function actorOf(request: IncomingMessage): Actor | undefined {
    const secret = sessionSecretOf(request);
    if (secret === undefined) return undefined;
    const ip = addressOf(request);
    return dms.authentication.bySession(secret, ip) ?? dms.twoFactorSignIn.halfSignedIn(secret, ip);
  }

  function languageOf(actor: Actor | undefined): Language | null {
    return actor?.kind === 'user' ? dms.account.get(actor).language : null;
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const path = pathOf(request);
    const manifest = await files.manifest();
    if (manifest === undefined) {
      next();
      return;
    }
    const name = path.slice(1);
    const file = await files.read(name, request.headers['accept-encoding'] ?? '');
    if (file !== undefined) sendFile(request, response, file, name === manifest.worker);
    else if (PAGES.test(path) || wantsPage(request)) {
      const actor = actorOf(request);
      const appearance = appearanceOf(request, languageOf(actor));
      const options = {
        ...{ password_reset: dms.passwordLinks.canMail, setup: dms.setup.isOpen() },
        ...(hasSyncClients ? { sync_clients: true as const } : {}),
      };
      const html = pageHtml(manifest, appearance, stateFor(actor, options));
      send(request, response, PAGES.test(path) ? 200 : 404, PAGE_HEADERS, Buffer.from(html));
    } else next();
  }

  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || OTHERS.test(pathOf(request))) next();
    else
      respond(request, response, next).catch((error: unknown) => {
        log.error({ err: error }, 'a page could not be sent');
        if (response.headersSent) response.destroy();
        else
          send(
            request,
            response,
            500,
            { 'Content-Type': 'text/plain' },
            Buffer.from('Internal server error\n'),
          );
      });
  };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/s, '');
}

function wantsPage({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') === true;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: BuiltFile,
  isWorker: boolean,
): void {
  const headers = {
    ...FILE_HEADERS,
    ...(isWorker ? { 'Content-Security-Policy': WORKER_POLICY } : {}),
    'Content-Type': file.type,
    ...(file.encoding === undefined ? {} : { 'Content-Encoding': file.encoding }),
    ...(file.varies ? { Vary: 'Accept-Encoding' } : {}),
  };
  send(request, response, 200, headers, file.bytes);
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
}
