/** What a personal access token may be good for (CONTRACT §2, tokens). */
export const SCOPES = ['read', 'write', 'admin', 'webdav'] as const;
export type Scope = (typeof SCOPES)[number];

/** What an operation of the core asks of the credentials, apart from permissions on entries. */
export type Capability = 'read' | 'write' | 'admin';

/** How the actor proved who he is. */
export type Credential = 'session' | 'token' | 'password' | 'command_line';

/**
 * Somebody signed in. A face makes one per request from what {@link Credential} allows:
 * a session or password has all capabilities (`admin` only for administrators), a token those of its scopes,
 * and over WebDAV a token with scope `webdav` has `read` and `write`.
 */
export interface UserActor {
  readonly kind: 'user';
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly homeId: number;
  readonly capabilities: ReadonlySet<Capability>;
  readonly via: Credential;
  /** The session or token that the request came with. */
  readonly credentialId: number | null;
  /** Address of the client, for activity. */
  readonly ip: string | null;
  /** Lock tokens that the request submitted (RFC 4918 §10.4); REST submits none. */
  readonly lockTokens: ReadonlySet<string>;
}

/** Somebody who knew the password and owes a second factor: until he shows it he may do that or sign out, nothing else. */
export interface HalfSignedIn {
  readonly kind: 'half_signed_in';
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly sessionId: number;
  readonly ip: string | null;
}

/** Nobody is signed in. */
export interface Guest {
  readonly kind: 'guest';
  readonly ip: string | null;
}

/** The person at the command line, or the service's own housekeeping: accounts and locks only, no entry permissions. */
export interface SystemActor {
  readonly kind: 'system';
  readonly name: string;
}

export type Actor = UserActor | HalfSignedIn | Guest | SystemActor;
