import type { Actor, Capability, Credential, Scope, UserActor } from '../../model/people/actor.ts';
import type { Session, User } from '../../model/people/user.ts';
import type { Mover } from '../../storage/tree/tree.ts';

/** Credentials and client address of a request. */
interface RequestCredentials {
  readonly credential: Credential;
  readonly capabilities: ReadonlySet<Capability>;
  readonly ip: string | null;
}

const NO_LOCK_TOKENS: ReadonlySet<string> = new Set();
const ALL_CAPABILITIES: ReadonlySet<Capability> = new Set(['read', 'write', 'admin']);

/** Capabilities of a user who is not an administrator, and of every token over WebDAV. */
export const READ_WRITE: ReadonlySet<Capability> = new Set(['read', 'write']);

/** The actor for a user with these credentials. It has no lock tokens; WebDAV adds those of the request. */
export function actorOf(user: User, credentials: RequestCredentials): UserActor {
  return {
    kind: 'user',
    userId: user.id,
    login: user.login,
    name: user.name,
    isAdmin: user.isAdmin,
    isPaused: user.isPaused && credentials.credential.kind !== 'operator',
    homeId: user.homeId,
    lockTokens: NO_LOCK_TOKENS,
    ...credentials,
  };
}

/** Capabilities of a user who signed in by session or password, not by token. */
export function capabilitiesOf(user: User): ReadonlySet<Capability> {
  return user.isAdmin ? ALL_CAPABILITIES : READ_WRITE;
}

/**
 * The actor for a user signed in by a session.
 * @param ip address of the client, if known
 */
export function sessionActor(user: User, session: Session, ip: string | null): UserActor {
  return actorOf(user, {
    credential: { kind: 'session', id: session.id },
    capabilities: capabilitiesOf(user),
    ip,
  });
}

/** Capabilities of a token over REST. The scope `webdav` has none there. */
export function capabilitiesOfScopes(scopes: readonly Scope[]): ReadonlySet<Capability> {
  return new Set(scopes.filter((scope) => scope !== 'webdav'));
}

/** Id of the session that authenticated the request; undefined for a token, a password or the command line. */
export function currentSession(actor: Actor): number | undefined {
  if (actor.kind !== 'user') return undefined;
  return actor.credential.kind === 'session' ? actor.credential.id : undefined;
}

/**
 * Id of the entry to which the credentials confine the user; undefined: not confined. Caches by user must not serve a
 * confined user.
 */
export function confinedTo({ credential }: Pick<UserActor, 'credential'>): number | undefined {
  return credential.kind === 'link' || credential.kind === 'edit_address' ? credential.entryId : undefined;
}

/**
 * Key of the requester, for work that requesters do in turn: the id of the user; the negative id of a link. Visitors of
 * a link must not take the turns of the user who made it.
 */
export function requesterOf({ userId, credential }: UserActor): number {
  return credential.kind === 'link' ? -credential.id : userId;
}

/** Who moves an entry, for the history of its places. */
export function moverOf(actor: Actor): Mover {
  if (actor.kind !== 'user') return { userId: null, tokenId: null, ip: null };
  const { userId, credential, ip } = actor;
  return { userId, tokenId: credential.kind === 'token' ? credential.id : null, ip };
}
