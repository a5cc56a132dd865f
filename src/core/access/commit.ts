import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Token } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { Context } from '../context.ts';

/**
 * Makes a change in one transaction and waits until it is on the disk. If `change` throws, nothing is
 * changed. `change` runs later, when other requests may have changed anything: it must make all checks that
 * count. It may run more than once, as another change may cost it its transaction: what it writes into memory, or
 * into the log, must not count twice.
 *
 * Whether the actor may still act is checked here, inside the transaction. So an account that is
 * disabled, or a token that is revoked, while a body was on its way changes nothing any more.
 * @throws {DmsError} unauthenticated (the credentials of the actor are no longer good) | forbidden (the
 * actor is no longer an administrator) | unavailable | what `change` throws
 */
export function commit<T>(context: Context, actor: Actor, change: () => T): Promise<T> {
  return context.database.transaction(() => {
    assertCurrent(context, actor);
    return change();
  });
}

/**
 * Checks that the actor may still act: their account, and what they authenticated with. To be called again
 * after a body has arrived.
 * @throws {DmsError} unauthenticated | forbidden (no longer an administrator)
 */
export function assertCurrent(context: Context, actor: Actor): void {
  if (actor.kind === 'half_signed_in') {
    if (!context.tables.sessions.isValid(actor.sessionId, context.now())) throw signedOut();
  } else if (actor.kind === 'user') assertUserCurrent(context, actor);
}

function assertUserCurrent(context: Context, actor: UserActor): void {
  const account = context.tables.users.findWithPassword(actor.userId);
  if (account?.user.isDisabled !== false) throw signedOut();
  if (!isCredentialCurrent(context, actor, account)) throw signedOut();
  if (actor.isAdmin && !account.user.isAdmin) throw forbidden(message('no_longer_administrator'));
}

function isCredentialCurrent(
  { tables, now }: Context,
  { credential }: UserActor,
  { user, passwordHash }: UserWithPassword,
): boolean {
  switch (credential.kind) {
    case 'session':
      return tables.sessions.isValid(credential.id, now());
    case 'token':
      return isTokenCurrent(tables.tokens.find(credential.id), now());
    case 'password':
      return credential.hash === passwordHash && user.twoFactor === 'off';
    case 'operator':
      return true;
  }
}

function isTokenCurrent(token: Token | undefined, now: number): boolean {
  return token !== undefined && (token.expiresAt ?? Infinity) > now;
}

function signedOut(): DmsError {
  return new DmsError('unauthenticated', message('signed_out'));
}
