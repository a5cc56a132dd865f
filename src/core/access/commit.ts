import type { Link, LinkKind } from '../../model/entries/link.ts';
import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Token } from '../../model/people/user.ts';
import type { EditAddress, UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { Context } from '../context.ts';
import { paused } from './capabilities.ts';

/**
 * Runs `change` in one transaction and waits until it is on the disk. If `change` throws, nothing is changed. `change`
 * runs later, after other requests may have changed any data, so it must make all decisive checks itself. It may run
 * more than once, because another change can roll back its transaction. Its effects on memory and on the log must
 * therefore not add up. The clock stands still in it.
 *
 * Inside the transaction, this function also checks that the actor may still act. An account that is disabled or paused,
 * or a token that is revoked, while a request body is arriving can no longer change anything.
 * @throws {DmsError} unauthenticated (the credentials of the actor are no longer valid) | forbidden (the actor is no
 * longer an administrator, or an incident has paused the user) | unavailable | errors of `change`
 */
export async function commit<T>(context: Context, actor: Actor, change: () => T): Promise<T> {
  const { database, documentChanges } = context;
  const { result, noted, at } = await database.transaction(() =>
    context.atOneTime(() => {
      assertCurrent(context, actor);
      return { ...documentChanges.during(change), at: context.now() };
    }),
  );
  documentChanges.committed(noted, at);
  return result;
}

/**
 * Checks that the actor's account and credentials are still valid. Must be called again after a request body has
 * arrived.
 * @throws {DmsError} unauthenticated | forbidden (no longer an administrator, or paused since the request began)
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
  // A request that began during the pause may still make what a paused user may: requireUser has refused the rest.
  if (account.user.isPaused && !actor.isPaused && mayChange(actor)) throw paused();
}

function mayChange({ credential, capabilities }: UserActor): boolean {
  return credential.kind !== 'operator' && capabilities.has('write');
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
      return isUnexpired(tables.tokens.find(credential.id), now());
    case 'password':
      return credential.hash === passwordHash && user.twoFactor === 'off';
    case 'link':
      return isLinkCurrent(tables.links.find(credential.id), credential.linkKind, now());
    case 'edit_address':
      return isUnexpired(tables.editAddresses.find(credential.id), now());
    case 'operator':
      return true;
  }
}

/** False also for a link of which visitors may do something else by now. */
function isLinkCurrent(link: Link | undefined, kind: LinkKind, now: number): boolean {
  return link?.kind === kind && isUnexpired(link, now);
}

function isUnexpired(
  record: Pick<Token | Link | EditAddress, 'expiresAt'> | undefined,
  now: number,
): boolean {
  return record !== undefined && (record.expiresAt ?? Infinity) > now;
}

function signedOut(): DmsError {
  return new DmsError('unauthenticated', message('signed_out'));
}
