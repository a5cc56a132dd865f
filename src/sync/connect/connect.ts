import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import { appearanceOf } from '../../http/pages/appearance.ts';
import { DavError, davErrorFor, sendResponse } from '../../webdav/protocol/protocol.ts';
import { PAGE_HEADERS, requireOwnPage, signedIn } from '../browser-session.ts';
import { type Handler, isRead, missing, type SyncContext, serviceUrl } from '../sync-context.ts';
import { codePage, connectPage, failurePage } from './connect-pages.ts';
import { type ConnectTexts, TEXTS } from './texts.ts';

/** Path of the page, and of its form. */
const CONNECT_PATH = '/index.php/connect';

/**
 * Creates the handler for the page that explains how to sync a computer and a phone. GET shows the steps, POST creates a
 * token for a phone and shows it as a QR code.
 */
export function createConnect(context: SyncContext): Handler {
  return async (request, response) => {
    if (!isRead(request) && request.method !== 'POST') throw missing();
    const actor = signedIn(context, request);
    if (actor === undefined) {
      await discardSmallBody(request);
      const location = `/sign-in?to=${encodeURIComponent(CONNECT_PATH)}`;
      sendResponse(response, 303, { ...PAGE_HEADERS, Location: location });
      return;
    }
    const texts = TEXTS[appearanceOf(request, context.dms.account.get(actor).language).language];
    try {
      const text = await pageFor(context, request, { actor, texts });
      sendResponse(response, 200, PAGE_HEADERS, text);
    } catch (error) {
      await sendFailure(response, request, { error, texts });
    }
  };
}

interface Visit {
  readonly actor: NonNullable<ReturnType<typeof signedIn>>;
  readonly texts: ConnectTexts;
}

/** @throws {DavError} 400 | 403 (another site sent the form) @throws {DmsError} those of a new token */
async function pageFor(
  context: SyncContext,
  request: IncomingMessage,
  { actor, texts }: Visit,
): Promise<string> {
  const server = serviceUrl(context, request);
  if (isRead(request)) return connectPage(texts, CONNECT_PATH, server);
  requireOwnPage(context, request);
  await discardSmallBody(request);
  const name = texts.tokenName(new Date(context.now()).toISOString().slice(0, 10));
  const input = { name, scopes: ['webdav'], expiresAt: null };
  const { secret } = await context.dms.tokens.create(actor, input);
  return codePage(texts, CONNECT_PATH, { server, login: actor.login, token: secret });
}

async function sendFailure(
  response: ServerResponse,
  request: IncomingMessage,
  { error, texts }: { readonly error: unknown; readonly texts: ConnectTexts },
): Promise<void> {
  const known = davErrorFor(error);
  if (known === undefined || response.headersSent) throw error;
  await discardSmallBody(request);
  const isForeign = error instanceof DavError && known.status === 403;
  const text = failurePage(texts, isForeign ? texts.foreign : texts.failed);
  sendResponse(response, known.status, { ...PAGE_HEADERS, ...known.details.headers }, text);
}
