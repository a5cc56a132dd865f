import type { LinkKind } from '../entries/link.ts';

/** Scopes of a personal access token (docs/build/contract/sign-in.md §11). */
export const SCOPES = ['read', 'write', 'admin', 'webdav'] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** What the credentials of an actor allow. Most operations also require permissions on the entry. */
export type Capability = 'read' | 'write' | 'admin';

/** A visitor of the link with this id, who acts for the user who made it. */
export interface LinkCredential {
  readonly kind: 'link';
  readonly id: number;
  readonly linkKind: LinkKind;
  readonly entryId: number;
  /** Permission bits that the link gives, as far as the user who made it has them. */
  readonly rights: number;
  /** SHA-256 of the secret of the visit; null for a visitor who sends nothing. */
  readonly visit: string | null;
}

/** The means by which the actor authenticated. */
export type Credential =
  | { readonly kind: 'session' | 'token'; readonly id: number }
  | LinkCredential
  /** A program in which the user edits one document (src/core/edit-addresses). */
  | { readonly kind: 'edit_address'; readonly id: number; readonly entryId: number }
  /** `hash`: the stored hash that the password was verified against. */
  | { readonly kind: 'password'; readonly hash: string }
  /** The command line, acting as a user (`users.actingAs`). Never from a request. */
  | { readonly kind: 'operator' };

/**
 * A signed-in user. Each request has its own actor. The capabilities depend on the {@link Credential}:
 *
 * - session or password: `read`, `write`, and for administrators `admin`
 * - token: its scopes
 * - token with the scope `webdav`, over WebDAV: `read` and `write`
 * - the command line, acting as a user: as with a password
 * - a link: `read`, for the linked entry and what is beneath it; of the kind `upload`: `write`, for the linked folder
 * - an edit address: `read` and `write`, for its document
 */
export interface UserActor {
  readonly kind: 'user';
  readonly userId: number;
  readonly login: string;
  /** Display name. */
  readonly name: string;
  readonly isAdmin: boolean;
  /** True: an incident stops the user's changes, though not those of the command line. */
  readonly isPaused: boolean;
  /** Id of the user's home folder. */
  readonly homeId: number;
  readonly capabilities: ReadonlySet<Capability>;
  readonly credential: Credential;
  /** Address of the client, for the activity log. */
  readonly ip: string | null;
  /** Lock tokens that the request submitted (RFC 4918 §10.4); REST submits none. */
  readonly lockTokens: ReadonlySet<string>;
  /** The undo of many changes for which the user acts (src/core/undo). */
  readonly undoId?: number | undefined;
}

/** A user whose password was right but whose second factor is missing: may only submit a code or sign out. */
export interface HalfSignedIn {
  readonly kind: 'half_signed_in';
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly sessionId: number;
  readonly ip: string | null;
}

/** A caller that is not signed in. */
export interface Guest {
  readonly kind: 'guest';
  readonly ip: string | null;
}

/** The command line, or a task of the service. May manage accounts and locks, but has no permissions on entries. */
export interface SystemActor {
  readonly kind: 'system';
  /** User name in the activity log. */
  readonly name: string;
}

/** The user or program for which an operation of the core runs. */
export type Actor = UserActor | HalfSignedIn | Guest | SystemActor;
