import type { Actor, Capability, Credential, Scope, UserActor } from '../../model/actor.ts';
import type { Session, User } from '../../model/user.ts';

/** With what credentials a request came. */
interface Proof {
  readonly via: Credential;
  readonly credentialId: number | null;
  readonly capabilities: ReadonlySet<Capability>;
  readonly ip: string | null;
}

const NO_LOCK_TOKENS: ReadonlySet<string> = new Set();
const ADMINISTRATOR: ReadonlySet<Capability> = new Set(['read', 'write', 'admin']);

/** What everybody may do who is no administrator, and a token over WebDAV. */
export const READ_WRITE: ReadonlySet<Capability> = new Set(['read', 'write']);

/** The actor for a user with these credentials. */
export function actorOf(user: User, proof: Proof): UserActor {
  return {
    kind: 'user',
    userId: user.id,
    login: user.login,
    name: user.name,
    isAdmin: user.isAdmin,
    homeId: user.homeId,
    lockTokens: NO_LOCK_TOKENS,
    ...proof,
  };
}

/** What a user may do who came in person, by session or password. */
export function capabilitiesOf(user: User): ReadonlySet<Capability> {
  return user.isAdmin ? ADMINISTRATOR : READ_WRITE;
}

/** The actor of a browser session. */
export function sessionActor(user: User, session: Session, ip: string | null): UserActor {
  return actorOf(user, {
    via: 'session',
    credentialId: session.id,
    capabilities: capabilitiesOf(user),
    ip,
  });
}

/** What a token's scopes allow over REST. */
export function capabilitiesOfScopes(scopes: readonly Scope[]): ReadonlySet<Capability> {
  return new Set(scopes.filter((scope) => scope !== 'webdav'));
}

/** The id of the session that the actor came with; undefined when he came otherwise. */
export function currentSession(actor: Actor): number | undefined {
  const isSession = actor.kind === 'user' && actor.via === 'session';
  return isSession ? (actor.credentialId ?? undefined) : undefined;
}
