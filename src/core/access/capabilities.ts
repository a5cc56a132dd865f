import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { Actor, Capability, SystemActor, UserActor } from '../../model/people/actor.ts';

const MISSING_CAPABILITY: Record<Capability, Message> = {
  read: message('token_lacks_scope', { scope: 'read' }),
  write: message('token_lacks_scope', { scope: 'write' }),
  admin: message('administrators_only'),
};

/**
 * The actor as a signed-in user, if the credentials allow `capability`.
 * @throws {DmsError} unauthenticated | forbidden (also for `write` while an incident pauses the user)
 */
export function requireUser(actor: Actor, capability: Capability): UserActor {
  const user = requireCapability(actor, capability);
  if (capability === 'write' && user.isPaused) throw paused();
  return user;
}

/**
 * The actor as a signed-in user, if the credentials allow changes. For changes of sessions, tokens, the second factor and
 * the own account: a user whose account somebody else uses must be able to make them during an incident.
 * @throws {DmsError} unauthenticated | forbidden
 */
export function requireOwner(actor: Actor): UserActor {
  return requireCapability(actor, 'write');
}

function requireCapability(actor: Actor, capability: Capability): UserActor {
  if (actor.kind !== 'user') throw notSignedIn(actor);
  if (!actor.capabilities.has(capability)) throw forbidden(MISSING_CAPABILITY[capability]);
  return actor;
}

/** The error for a change by a user whom an incident pauses. */
export function paused(): DmsError {
  return forbidden(message('writing_paused'));
}

/**
 * The actor, if it is the command line, or an administrator whose credentials allow administration.
 * @throws {DmsError} unauthenticated | forbidden
 */
export function requireAdmin(actor: Actor): UserActor | SystemActor {
  return actor.kind === 'system' ? actor : requireAdminUser(actor);
}

/**
 * The actor, if it is an administrator over the network. For views that depend on the permissions of that user.
 * @throws {DmsError} unauthenticated | forbidden
 */
export function requireAdminUser(actor: Actor): UserActor {
  const user = requireUser(actor, 'admin');
  if (!mayAdminister(user)) throw forbidden(MISSING_CAPABILITY.admin);
  return user;
}

/**
 * True for an administrator whose credentials allow administration. With a token without the scope `admin`, an
 * administrator is an ordinary user. Permissions on entries in system folders are the exception: they do not depend on
 * the scope, because a drive needs them.
 */
export function mayAdminister({ isAdmin, capabilities }: UserActor): boolean {
  return isAdmin && capabilities.has('admin');
}

/** The error for an actor who is not signed in, or who has not yet entered the code of the second factor. */
export function notSignedIn(actor: Actor): DmsError {
  const isHalfSignedIn = actor.kind === 'half_signed_in';
  return new DmsError('unauthenticated', message(isHalfSignedIn ? 'second_factor_first' : 'sign_in_first'));
}

/**
 * The actor, if it is the command line. Refuses every request over the network.
 * @throws {DmsError} forbidden
 */
export function requireOperator(actor: Actor): SystemActor {
  if (actor.kind !== 'system') throw forbidden(message('command_line_only'));
  return actor;
}
