import { notSignedIn } from '../../core/access/access.ts';
import { addressBlock } from '../../core/credentials/credentials.ts';
import type { Logger } from '../../log.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { UnreadAnswers } from './unread-answers.ts';

/** What the middleware knows about a request, for its handler and for the log. */
export interface RequestContext {
  /** Adds the request id to each line: the value of the header `X-Request-Id`. */
  readonly log: Logger;
  /** Address of the client; null if the connection is closed already. */
  readonly ip: string | null;
  actor: Actor;
  /** An error to be thrown after the rate limit has counted the request; undefined if there is none. */
  deferredError: unknown;
  /** What clients have asked for and do not read. */
  readonly unread: UnreadAnswers;
}

const contexts = new WeakMap<object, RequestContext>();

/** Sets the context of a request. The first middleware calls it once. */
export function attachContext(req: object, context: RequestContext): void {
  contexts.set(req, context);
}

/** The context of a request. It must have passed the middleware `createRequestContext`. */
export function contextOf(req: object): RequestContext {
  const context = contexts.get(req);
  if (context === undefined)
    throw new Error('The request has no context: createRequestContext must be the first middleware.');
  return context;
}

/** The user, guest or half-signed-in user on whose behalf the request is made. */
export function actorOf(req: object): Actor {
  return contextOf(req).actor;
}

/** Whose requests count together: the user, over all sessions and tokens, or all guests of an address. */
export function callerOf(req: object): string {
  const { actor, ip } = contextOf(req);
  return actor.kind === 'user' ? String(actor.userId) : addressBlock(ip ?? '');
}

/** The signed-in user of the request. @throws {DmsError} unauthenticated */
export function signedInUser(req: object): UserActor {
  const actor = actorOf(req);
  if (actor.kind !== 'user') throw notSignedIn(actor);
  return actor;
}
