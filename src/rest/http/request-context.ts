import { notSignedIn } from '../../core/access/access.ts';
import type { Logger } from '../../log.ts';
import type { Actor, UserActor } from '../../model/actor.ts';

/** What the middleware found out about a request, for its handler and its log line. */
export interface RequestContext {
  /** Every line has the id that goes out as `X-Request-Id`. */
  readonly log: Logger;
  /** Address of the client. */
  readonly ip: string | null;
  actor: Actor;
  /** Why the request is refused once its answer can carry all headers; undefined for most. */
  failure: unknown;
}

const contexts = new WeakMap<object, RequestContext>();

/** Ties `context` to a request; called once, by the first middleware. */
export function attachContext(req: object, context: RequestContext): void {
  contexts.set(req, context);
}

/** The context of a request that went through the middleware. */
export function contextOf(req: object): RequestContext {
  const context = contexts.get(req);
  if (context === undefined) throw new Error('the request has no context: middleware out of order');
  return context;
}

/** On whose behalf the request is made. */
export function actorOf(req: object): Actor {
  return contextOf(req).actor;
}

/** The signed-in user of the request. @throws {DmsError} unauthenticated */
export function signedInUser(req: object): UserActor {
  const actor = actorOf(req);
  if (actor.kind !== 'user') throw notSignedIn(actor);
  return actor;
}
