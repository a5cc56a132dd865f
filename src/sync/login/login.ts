import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import { appearanceOf } from '../../http/pages/appearance.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { DavError, davErrorFor, sendResponse } from '../../webdav/protocol/protocol.ts';
import { PAGE_HEADERS, requireOwnPage, signedIn } from '../browser-session.ts';
import { deviceNameOf } from '../device-name.ts';
import { sendJson } from '../status.ts';
import {
  type Handler,
  isRead,
  missing,
  pathOf,
  queryOf,
  type SyncContext,
  serviceUrl,
} from '../sync-context.ts';
import { readForm } from './form.ts';
import { grantedPage, notice, questionPage } from './login-pages.ts';
import { type LoginTexts, TEXTS } from './texts.ts';

const BASE = '/index.php/login/v2';
/** Address of the page of one device sign-in. */
const PAGE = /^\/index\.php\/login\/v2\/flow\/([A-Za-z0-9_-]{43})$/;

/** Creates the handler for the sign-in in the browser (version 2 of the login flow of Nextcloud). */
export function createLogin(context: SyncContext): Handler {
  return async (request, response) => {
    const path = pathOf(request);
    const [, pageSecret] = PAGE.exec(path) ?? [];
    if (pageSecret !== undefined) await respondWithPage(context, request, response, pageSecret);
    else if (path === `${BASE}/poll` && request.method === 'POST') await poll(context, request, response);
    else if (path === BASE && request.method === 'POST') await start(context, request, response);
    else throw missing();
  };
}

/** Starts a device sign-in, for a client without credentials. */
async function start(
  context: SyncContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { dms, guests, addressOf } = context;
  const ip = addressOf(request);
  guests.check(ip);
  guests.count(ip, 'unsigned');
  const url = serviceUrl(context, request);
  await discardSmallBody(request);
  const { pageSecret, pollSecret } = dms.deviceSignIns.start(deviceNameOf(request.headers['user-agent']), ip);
  const poll = { token: pollSecret, endpoint: `${url}${BASE}/poll` };
  sendJson(response, 200, { poll, login: `${url}${BASE}/flow/${pageSecret}` });
}

/**
 * Sends the credentials that a user has granted, once. A response that breaks off can be repeated.
 * Polls of an open sign-in are not limited; others count as guest requests.
 */
async function poll(context: SyncContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { dms, guests, addressOf } = context;
  const server = serviceUrl(context, request);
  const pollSecret = await pollSecretOf(request, response);
  if (response.destroyed) return;
  const credentials = dms.deviceSignIns.fetch(pollSecret);
  if (credentials === undefined) {
    const ip = addressOf(request);
    guests.check(ip);
    guests.count(ip, 'failed');
  }
  if (credentials === undefined || credentials === 'pending') {
    sendJson(response, 404, []);
    return;
  }
  response.once('close', () => dms.deviceSignIns.fetched(pollSecret, response.writableFinished));
  sendJson(response, 200, { server, loginName: credentials.login, appPassword: credentials.token });
}

/** Secret of a poll: in a form, or, from the iOS app of Nextcloud, in the query without a body. */
async function pollSecretOf(request: IncomingMessage, response: ServerResponse): Promise<string> {
  const inQuery = queryOf(request).get('token');
  if (inQuery === null) return (await readForm(request, response)).get('token') ?? '';
  await discardSmallBody(request);
  return inQuery;
}

/** Sends the page of a device sign-in, also for its errors. */
async function respondWithPage(
  context: SyncContext,
  request: IncomingMessage,
  response: ServerResponse,
  pageSecret: string,
): Promise<void> {
  const actor = signedIn(context, request);
  const language = actor === undefined ? null : context.dms.account.get(actor).language;
  const texts = TEXTS[appearanceOf(request, language).language];
  try {
    await answer(context, { request, response, pageSecret, actor, texts });
  } catch (error) {
    const known = davErrorFor(error);
    if (known === undefined || response.headersSent) throw error;
    await discardSmallBody(request);
    const { status, details } = known;
    if (status === 401) {
      // The session has ended since. A challenge would make the browser ask for a password for the drive.
      redirect(response, signInFor(pageSecret));
      return;
    }
    const [title, text] =
      error instanceof DavError && status === 403
        ? [texts.foreignTitle, texts.foreign]
        : noticeOf(texts, status);
    sendPage(response, status, notice(texts, title, text), details.headers);
  }
}

/** A request for the page of a device sign-in. */
interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pageSecret: string;
  /** User of the session of the browser; undefined: nobody is signed in, or the second factor is missing. */
  readonly actor: UserActor | undefined;
  readonly texts: LoginTexts;
}

/** @throws {DavError} 403 | 404 and those of the form @throws {DmsError} throttled | not_found and others */
async function answer(context: SyncContext, asked: PageRequest): Promise<void> {
  const { dms, guests, addressOf } = context;
  const { request, response, pageSecret, actor, texts } = asked;
  const isAnswer = request.method === 'POST';
  if (!isAnswer && !isRead(request)) throw missing();
  if (!dms.deviceSignIns.isOpen(pageSecret)) {
    const ip = addressOf(request);
    guests.check(ip);
    guests.count(ip, 'failed');
    throw missing();
  }
  if (isAnswer) requireOwnPage(context, request);
  if (actor === undefined) {
    await discardSmallBody(request);
    redirect(response, signInFor(pageSecret));
  } else if (isAnswer) await decide(context, { ...asked, actor });
  else {
    const question = dms.deviceSignIns.question(actor, pageSecret);
    sendPage(response, 200, questionPage(texts, addressOfPage(pageSecret), actor, question));
  }
}

/** Carries out the answer in the form. With a confirmation of another session, the page is shown again. */
async function decide(
  { dms }: SyncContext,
  { request, response, pageSecret, actor, texts }: PageRequest & { readonly actor: UserActor },
): Promise<void> {
  const form = await readForm(request, response);
  const confirmation = form.get('confirmation') ?? '';
  const { device } = dms.deviceSignIns.question(actor, pageSecret);
  const isGrant = form.get('answer') === 'grant';
  const outcome = isGrant
    ? await dms.deviceSignIns.grant(actor, pageSecret, confirmation)
    : dms.deviceSignIns.refuse(actor, pageSecret, confirmation);
  if (outcome === 'unconfirmed') redirect(response, addressOfPage(pageSecret));
  else if (isGrant) sendPage(response, 200, grantedPage(texts, device));
  else sendPage(response, 200, notice(texts, texts.refusedTitle, texts.refused));
}

function addressOfPage(pageSecret: string): string {
  return `${BASE}/flow/${pageSecret}`;
}

/** Address of the page on which a user signs in, and from which the browser returns to this one. */
function signInFor(pageSecret: string): string {
  return `/sign-in?to=${encodeURIComponent(addressOfPage(pageSecret))}`;
}

function redirect(response: ServerResponse, path: string): void {
  sendResponse(response, 303, { ...PAGE_HEADERS, Location: path });
}

function sendPage(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendResponse(response, status, { ...PAGE_HEADERS, ...headers }, text);
}

function noticeOf(texts: LoginTexts, status: number): readonly [string, string] {
  if (status === 404) return [texts.goneTitle, texts.gone];
  if (status === 429 || status === 503) return [texts.busyTitle, texts.busy];
  return [texts.failedTitle, texts.failed];
}
