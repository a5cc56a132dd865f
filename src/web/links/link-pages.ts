import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import { addressBlock } from '../../core/credentials/credentials.ts';
import { trustFunction } from '../../http/connections/client-address.ts';
import { PLAIN_PAGE_HEADERS } from '../../http/pages/style.ts';
import { DmsError, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { sendArchiveOf, sendDocument, sendThumbnail } from './contents.ts';
import { sendEntryPage } from './entry-pages.ts';
import { notice, passwordPage } from './html.ts';
import {
  entryIdOf,
  type LinkContext,
  type LinkPagesOptions,
  openLink,
  setProofCookie,
  wordsOf,
} from './link-context.ts';
import { statusOf } from './refusals.ts';
import { addSending, type LinkedHandler } from './sending.ts';
import type { Words } from './texts.ts';

const WINDOW_MS = 60_000;
/** Of this many allowed requests of an address, one may be for a link that does not work. */
const UNKNOWN_PART = 10;
/** Longest body of the form with the password. */
const FORM_LIMIT = '8kb';

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

  const linked = (handle: LinkedHandler): RequestHandler => {
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
    linked((context, req, res) => sendEntry(context, req, res, entryIdOf(req))),
  );
  app.get(
    '/s/:code/:id/download',
    linked((context, req, res) => sendDocument(context, req, res, { id: entryIdOf(req), isDownload: true })),
  );
  app.get(
    '/s/:code/:id/preview',
    linked((context, req, res) => sendDocument(context, req, res, { id: entryIdOf(req), isDownload: false })),
  );
  app.get(
    '/s/:code/:id/thumbnail/:size',
    linked((context, req, res) => sendThumbnail(context, req, res, entryIdOf(req))),
  );
  app.get(
    '/s/:code/:id/zip',
    linked((context, req, res) => sendArchiveOf(context, req, res, entryIdOf(req))),
  );
  addSending(app, linked);
  app.use((_req, _res, next) => next(notFound()));
  app.use(errorHandler(options, limits));
  return app;
}

/** The secret in the address. */
function codeOf(req: Request): string {
  return String(req.params['code']);
}

async function sendEntry(context: LinkContext, req: Request, res: Response, id: number): Promise<void> {
  const { dms, isCounted, request, visit } = context;
  const { page, view } = req.query;
  const isUpload = visit.link.kind === 'upload';
  if (isUpload && req.params['id'] !== undefined) throw notFound();
  if (!isUpload) dms.linkVisits.entry(visit, id);
  const isFirst = id === visit.entry.id && (isUpload || page === undefined);
  if (isFirst && !isCounted && req.method === 'GET') await dms.linkVisits.count(request, 'visit');
  await sendEntryPage(context, res, { id, page, areTiles: view === 'tiles' });
}

async function unlock(options: LinkPagesOptions, req: Request, res: Response): Promise<void> {
  const { dms, addressOf } = options;
  const code = codeOf(req);
  try {
    const value = await dms.linkVisits.unlock({ code, ip: addressOf(req) }, passwordOf(req.body));
    const base = `/s/${code}`;
    setProofCookie(options, req, res, { base, value });
    res.redirect(303, base);
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
  // The script of a page asks with HEAD how much of an upload has arrived. A success would mean: nothing.
  const isUpload = req.get('Tus-Resumable') !== undefined;
  const isRead = !isUpload && (req.method === 'GET' || req.method === 'HEAD');
  const status = error === 'throttled' ? 429 : error === undefined && isRead ? 200 : 403;
  sendPage(res, status, passwordPage(words, `/s/${codeOf(req)}`, text));
}

function sendPage(res: Response, status: number, text: string): void {
  res.status(status).set(PLAIN_PAGE_HEADERS).send(text);
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
const LOGGED_PATH =
  /^\/s\/[^/]+((?:\/(?:\d{1,15}(?:\/(?:download|preview|zip|thumbnail\/\d{1,4}|files|uploads|version))?|files|uploads(?:\/\d{1,15})?))?\/?)$/;

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
