import type { RequestListener } from 'node:http';
import { stringifySetCookie } from 'cookie';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import { addressBlock } from '../../core/credentials/credentials.ts';
import { trustFunction } from '../../http/connections/client-address.ts';
import { DmsError, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { sendArchiveOf, sendDocument, sendThumbnail } from './contents.ts';
import { documentView, folderView } from './entry-pages.ts';
import { notice, passwordPage } from './html.ts';
import { type LinkContext, type LinkPagesOptions, openLink, PROOF_COOKIE, wordsOf } from './link-context.ts';
import { LINK_PAGE_HEADERS } from './style.ts';
import type { Words } from './texts.ts';

/** Lifetime of the cookie in seconds, as of the proof in it. */
const COOKIE_SECONDS = 12 * 3600;
const WINDOW_MS = 60_000;
/** Of this many allowed requests of an address, one may be for a link that does not work. */
const UNKNOWN_PART = 10;
/** Longest body of the form with the password. */
const FORM_LIMIT = '8kb';

const STATUS: Partial<Record<DmsError['code'], number>> = {
  not_found: 404,
  // The user who made the link is no longer an administrator.
  forbidden: 404,
  // An archive of too many entries.
  invalid: 422,
  throttled: 429,
  unauthenticated: 404,
  unavailable: 503,
  database_locked: 503,
};

/** Headers of all responses. The address is a secret: it must reach no other site, and no search engine. */
const secretHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'private, no-store');
  next();
};

/**
 * Creates the listener for all paths under `/s/`: pages and contents for visitors without an account. They work without
 * JavaScript. A link that does not work gets the same response, whatever the reason.
 */
export function createLinkPages(options: LinkPagesOptions): RequestListener {
  const { config } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustFunction(config.server.trust_proxy));
  app.set('case sensitive routing', true);
  const limits = limitsOf(options);
  app.use(logRequests(options), secretHeaders, ...limits.middleware);

  const linked = (handle: (context: LinkContext, req: Request, res: Response) => unknown): RequestHandler => {
    return async (req, res) => {
      const context = openLink(options, codeOf(req), req);
      if (context === undefined) {
        sendPasswordPage(req, res, undefined);
        return;
      }
      const isCounted = await options.dms.linkVisits.noteAddress(context.visit, context.request);
      await handle({ ...context, isCounted }, req, res);
    };
  };
  app.get(
    '/s/:code',
    linked((context, req, res) => sendEntry(context, req, res, context.visit.entry.id)),
  );
  app.post('/s/:code', express.urlencoded({ extended: false, limit: FORM_LIMIT }), (req, res) =>
    unlock(options, req, res),
  );
  app.get(
    '/s/:code/:id',
    linked((context, req, res) => sendEntry(context, req, res, idOf(req))),
  );
  app.get(
    '/s/:code/:id/download',
    linked((context, req, res) => sendDocument(context, req, res, { id: idOf(req), isDownload: true })),
  );
  app.get(
    '/s/:code/:id/preview',
    linked((context, req, res) => sendDocument(context, req, res, { id: idOf(req), isDownload: false })),
  );
  app.get(
    '/s/:code/:id/thumbnail/:size',
    linked((context, req, res) => sendThumbnail(context, req, res, idOf(req))),
  );
  app.get(
    '/s/:code/:id/zip',
    linked((context, req, res) => sendArchiveOf(context, req, res, idOf(req))),
  );
  app.use((_req, _res, next) => next(notFound()));
  app.use(errorHandler(options, limits));
  return app;
}

/** The secret in the address. */
function codeOf(req: Request): string {
  return String(req.params['code']);
}

/** @throws {DmsError} not_found */
function idOf(req: Request): number {
  const id = String(req.params['id']);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
  return Number(id);
}

async function sendEntry(context: LinkContext, req: Request, res: Response, id: number): Promise<void> {
  const { dms, isCounted, request, visit } = context;
  const linked = dms.linkVisits.entry(visit, id);
  const isFirst = id === visit.entry.id && req.query['page'] === undefined;
  if (isFirst && !isCounted && req.method === 'GET') await dms.linkVisits.count(request, 'visit');
  const text =
    linked.entry.kind === 'folder'
      ? await folderView(context, linked, {
          page: req.query['page'],
          areTiles: req.query['view'] === 'tiles',
        })
      : documentView(context, linked);
  sendPage(res, 200, text);
}

async function unlock(options: LinkPagesOptions, req: Request, res: Response): Promise<void> {
  const { dms, addressOf, config } = options;
  const code = codeOf(req);
  try {
    const value = await dms.linkVisits.unlock({ code, ip: addressOf(req) }, passwordOf(req.body));
    const secure = req.secure || (config.server.base_url?.startsWith('https:') ?? false);
    const attributes = {
      httpOnly: true,
      sameSite: 'lax',
      path: `/s/${code}`,
      maxAge: COOKIE_SECONDS,
    } as const;
    res.append('Set-Cookie', stringifySetCookie({ name: PROOF_COOKIE, value, secure, ...attributes }));
    res.redirect(303, `/s/${code}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.retryAfter !== undefined) res.setHeader('Retry-After', Math.ceil(error.retryAfter));
    sendPasswordPage(req, res, error.code);
  }
}

/** True for an error of a password: it is wrong, or too many were. */
function isRefusal(error: unknown): error is DmsError {
  return error instanceof DmsError && (error.code === 'unauthenticated' || error.code === 'throttled');
}

/** The password in a form; empty if there is none. */
function passwordOf(form: unknown): string {
  if (typeof form !== 'object' || form === null || !('password' in form)) return '';
  return typeof form.password === 'string' ? form.password : '';
}

function sendPasswordPage(req: Request, res: Response, error: DmsError['code'] | undefined): void {
  const words = wordsOf(req);
  const text =
    error === 'throttled' ? words.throttled : error === undefined ? undefined : words.wrongPassword;
  const status = error === 'throttled' ? 429 : error === undefined ? 200 : 403;
  sendPage(res, status, passwordPage(words, `/s/${codeOf(req)}`, text));
}

function sendPage(res: Response, status: number, text: string): void {
  res.status(status).set(LINK_PAGE_HEADERS).send(text);
}

/** Limits of requests by address. */
interface Limits {
  readonly middleware: readonly RequestHandler[];
  /** Counts a request for a link that does not work. Only a few of these are allowed. */
  readonly noteUnknown: (req: Request) => Promise<void>;
}

function limitsOf({ addressOf, config }: LinkPagesOptions): Limits {
  const limit = config.rate_limit.links_per_minute;
  if (limit === 0) return { middleware: [], noteUnknown: () => Promise.resolve() };
  const store = new MemoryStore();
  const keyOf = (req: Request): string => addressBlock(addressOf(req) ?? '');
  const unknownKeyOf = (req: Request): string => `unknown:${keyOf(req)}`;
  const refusal = () =>
    new DmsError('throttled', message('too_many_requests'), { retryAfter: WINDOW_MS / 1000 });
  const refuseGuessing: RequestHandler = async (req, _res, next) => {
    const unknown = await store.get(unknownKeyOf(req));
    next(unknown && unknown.totalHits >= Math.ceil(limit / UNKNOWN_PART) ? refusal() : undefined);
  };
  const limiter = rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit,
    keyGenerator: keyOf,
    legacyHeaders: false,
    standardHeaders: false,
    // On every start, the library would read the source text of keyOf to find mistakes in its use.
    validate: false,
    handler: (_req, _res, next) => next(refusal()),
  });
  return {
    middleware: [limiter, refuseGuessing],
    noteUnknown: async (req) => {
      await store.increment(unknownKeyOf(req));
    },
  };
}

/** What may follow the code in a path. Anything else is not logged: a mistyped path has the code elsewhere. */
const LOGGED_PATH = /^\/s\/[^/]+((?:\/\d{1,15}(?:\/(?:download|preview|zip|thumbnail\/\d{1,4}))?)?\/?)$/;

/** Logs each request without the code of the link, which is as powerful as a password. */
function logRequests({ addressOf, log }: LinkPagesOptions): RequestHandler {
  return (req, res, next) => {
    const ip = addressOf(req);
    const path = `/s/…${LOGGED_PATH.exec(req.path)?.[1] ?? ''}`;
    res.once('close', () => {
      log.info({ method: req.method, path, status: res.statusCode, ip }, 'request of a link');
    });
    next();
  };
}

function errorHandler({ log }: LinkPagesOptions, { noteUnknown }: Limits): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  return async (error: unknown, req, res, _next) => {
    const status = statusOf(error);
    if (status === 500) log.error({ err: error }, 'a request of a link failed');
    if (res.headersSent) {
      // So that the client does not mistake the response for complete.
      res.destroy();
      return;
    }
    if (status === 404 && !isTemporary(error)) await noteUnknown(req);
    if (isTemporary(error)) res.setHeader('Retry-After', Math.ceil(error.retryAfter));
    const words = wordsOf(req);
    const [title, text] = status === 404 ? [words.goneTitle, words.gone] : [titleOf(words, status), ''];
    sendPage(res, status, notice(words, title, text));
  };
}

function isTemporary(error: unknown): error is DmsError & { readonly retryAfter: number } {
  return error instanceof DmsError && error.retryAfter !== undefined;
}

function titleOf(words: Words, status: number): string {
  return status === 429 || status === 503 ? words.busy : words.failed;
}

function statusOf(error: unknown): number {
  if (error instanceof DmsError) return STATUS[error.code] ?? 500;
  // Express and its body parser: a body or a path that cannot be read.
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
