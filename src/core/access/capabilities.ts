import type { Actor, Capability, SystemActor, UserActor } from '../../model/actor.ts';
import { DmsError, forbidden } from '../../model/errors.ts';

const LACKS: Record<Capability, string> = {
  read: 'The token lacks the scope "read".',
  write: 'The token lacks the scope "write".',
  admin: 'This is for administrators.',
};

/**
 * The signed-in user behind `actor`, if his credentials are good for `capability`.
 * @throws {DmsError} unauthenticated | forbidden
 */
export function requireUser(actor: Actor, capability: Capability): UserActor {
  if (actor.kind !== 'user') throw notSignedIn(actor);
  if (!actor.capabilities.has(capability)) throw forbidden(LACKS[capability]);
  return actor;
}

/**
 * An administrator whose credentials are good for administration, or the command line.
 * @throws {DmsError} unauthenticated | forbidden
 */
export function requireAdmin(actor: Actor): UserActor | SystemActor {
  if (actor.kind === 'system') return actor;
  const user = requireUser(actor, 'admin');
  if (!user.isAdmin) throw forbidden(LACKS.admin);
  return user;
}

/** What anybody is answered who is not signed in, or not yet. */
export function notSignedIn(actor: Actor): DmsError {
  const isHalf = actor.kind === 'half_signed_in';
  return new DmsError(
    'unauthenticated',
    isHalf ? 'Show a code of the second factor first.' : 'Sign in first.',
  );
}

/** The command line; nobody who comes over the network. @throws {DmsError} forbidden */
export function requireOperator(actor: Actor): SystemActor {
  if (actor.kind !== 'system') throw forbidden('This is for the command line.');
  return actor;
}
