import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Config } from '../../config/schema.ts';
import type { Dms } from '../../core/dms.ts';
import type { Visit, VisitRequest } from '../../core/links/links.ts';
import { appearanceOf } from '../../http/pages/appearance.ts';
import type { Logger } from '../../log.ts';
import { notFound } from '../../model/errors/errors.ts';
import { type Words, wordsIn } from './texts.ts';

/** Dependencies of the pages behind links. */
export interface LinkPagesOptions {
  readonly dms: Dms;
  readonly config: {
    readonly server: Pick<Config['server'], 'base_url' | 'trust_proxy'>;
    readonly rate_limit: Pick<Config['rate_limit'], 'links_per_minute'>;
  };
  /** Client address of a request. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly log: Logger;
}

/** A request behind a link that is open. */
export interface LinkContext {
  readonly dms: Dms;
  readonly visit: Visit;
  readonly request: VisitRequest;
  readonly words: Words;
  /** True if the request was counted as a visit, because it is the first one from its address. */
  readonly isCounted: boolean;
  /** Address of the link, without the host. */
  readonly base: string;
  /** True if cookies must be sent over TLS only. */
  readonly isSecure: boolean;
}

/** Cookie with the proof that the password of a link was entered. */
const PROOF_COOKIE = 'dms_link';
/** Cookie with the secret of a visit that sends files. */
const VISIT_COOKIE = 'dms_visit';
/** Lifetime of the cookies in seconds, as of the proof in one. */
const COOKIE_SECONDS = 12 * 3600;

/** @returns undefined if the password is missing @throws {DmsError} not_found */
export function openLink(
  options: LinkPagesOptions,
  code: string,
  req: Request,
): Omit<LinkContext, 'isCounted'> | undefined {
  const { dms, addressOf } = options;
  const cookies = parseCookie(req.headers.cookie ?? '');
  const visitCookie = cookies[VISIT_COOKIE];
  const secret = dms.linkUploads.isVisit(visitCookie) ? visitCookie : undefined;
  const request = { code, proof: cookies[PROOF_COOKIE], ip: addressOf(req), secret };
  const visit = dms.linkVisits.open(request);
  const isSecure = isSecureOf(options, req);
  return visit && { dms, visit, request, words: wordsOf(req), base: `/s/${code}`, isSecure };
}

/** Id of the entry in the address. @throws {DmsError} not_found */
export function entryIdOf(req: Request): number {
  const id = String(req.params['id']);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
  return Number(id);
}

/** Keeps the proof that the password was entered. */
export function setProofCookie(
  options: LinkPagesOptions,
  req: Request,
  res: Response,
  { base, value }: { readonly base: string; readonly value: string },
): void {
  setCookie(res, { name: PROOF_COOKIE, value, path: base, secure: isSecureOf(options, req) });
}

/** Keeps the secret of the visit, from now on. */
export function setVisitCookie({ base, isSecure }: LinkContext, res: Response, value: string): void {
  res.removeHeader('Set-Cookie');
  setCookie(res, { name: VISIT_COOKIE, value, path: base, secure: isSecure });
}

/** The cookie is sent to the pages of this link only, and no script can read it. */
function setCookie(
  res: Response,
  cookie: { readonly name: string; readonly value: string; readonly path: string; readonly secure: boolean },
): void {
  const attributes = { httpOnly: true, sameSite: 'lax', maxAge: COOKIE_SECONDS } as const;
  res.append('Set-Cookie', stringifySetCookie({ ...cookie, ...attributes }));
}

function isSecureOf({ config }: LinkPagesOptions, req: Request): boolean {
  return req.secure || (config.server.base_url?.startsWith('https:') ?? false);
}

export function wordsOf(req: IncomingMessage): Words {
  return wordsIn(appearanceOf(req, null).language);
}
