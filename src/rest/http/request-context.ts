import { notSignedIn } from '../../core/access/access.ts';
import { addressBlock } from '../../core/credentials/credentials.ts';
import type { Logger } from '../../log.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { BufferedResponses } from './buffered-responses.ts';

/** Data about a request, for its handler and the log. */
export interface RequestContext {
  /** Adds the request id, the value of the header `X-Request-Id`, to each line. */
  readonly log: Logger;
  /** Client address; null if the connection is already closed, and for a direct peer of a Unix socket. */
  readonly ip: string | null;
  actor: Actor;
  /** Error to throw after the rate limit has counted the request; undefined if there is none. */
  deferredError: unknown;
  /** Unread responses, by caller. */
  readonly bufferedResponses: BufferedResponses;
}

const contexts = new WeakMap<object, RequestContext>();

/** Sets the context of a request. Called once, by the first middleware. */
export function attachContext(req: object, context: RequestContext): void {
  contexts.set(req, context);
}

/** Context of a request, which must have passed the middleware `createRequestContext`. */
export function contextOf(req: object): RequestContext {
  const context = contexts.get(req);
  if (context === undefined)
    throw new Error('The request has no context: createRequestContext must be the first middleware.');
  return context;
}

/** User, guest or half-signed-in user of the request. */
export function actorOf(req: object): Actor {
  return contextOf(req).actor;
}

/** Key under which requests count together: the user, over all sessions and tokens, or the address of guests. */
export function callerOf(req: object): string {
  const { actor, ip } = contextOf(req);
  return actor.kind === 'user' ? String(actor.userId) : addressBlock(ip ?? '');
}

/**
 * Signed-in user of the request.
 * @throws {DmsError} unauthenticated
 */
export function signedInUser(req: object): UserActor {
  const actor = actorOf(req);
  if (actor.kind !== 'user') throw notSignedIn(actor);
  return actor;
}
