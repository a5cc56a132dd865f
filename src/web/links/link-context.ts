import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import type { Config } from '../../config/schema.ts';
import type { Dms } from '../../core/dms.ts';
import type { Visit, VisitRequest } from '../../core/links/links.ts';
import type { Logger } from '../../log.ts';
import { appearanceOf } from '../appearance.ts';
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
}

/** Cookie with the proof that the password of a link was entered. */
export const PROOF_COOKIE = 'dms_link';

/** @returns undefined if the password is missing @throws {DmsError} not_found */
export function openLink(
  { dms, addressOf }: LinkPagesOptions,
  code: string,
  req: IncomingMessage,
): Omit<LinkContext, 'isCounted'> | undefined {
  const request = { code, proof: parseCookie(req.headers.cookie ?? '')[PROOF_COOKIE], ip: addressOf(req) };
  const visit = dms.linkVisits.open(request);
  return visit && { dms, visit, request, words: wordsOf(req), base: `/s/${code}` };
}

export function wordsOf(req: IncomingMessage): Words {
  return wordsIn(appearanceOf(req, null).language);
}
