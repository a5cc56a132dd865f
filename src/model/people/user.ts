import type { Scope } from './actor.ts';

/** How a user shows the second factor at sign-in. */
export type TwoFactor = 'off' | 'email' | 'totp';

/** What a home holds, its trash included; or how much of that is added to it. */
export interface Usage {
  /** Documents and folders, without the home itself. */
  readonly entries: number;
  /** Size of all versions of all documents. */
  readonly bytes: number;
}

/** A user as others name them when they share. */
export interface Colleague {
  readonly login: string;
  /** Display name. */
  readonly name: string;
}

/** Whom users find to share with: everybody by the beginning of a name, or who is named by the whole login or address. */
export type PeopleSearch = 'all' | 'exact';

/** Languages in which there are pages. */
export const LANGUAGES = ['de', 'en'] as const;
/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** The account of a user. Times are milliseconds UTC, sizes are bytes. */
export interface User {
  readonly id: number;
  /** Display name. */
  readonly name: string;
  readonly email: string;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly twoFactor: TwoFactor;
  /** In which the user wants to read pages; null: that of the browser. */
  readonly language: Language | null;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
  /** Id of the home folder. */
  readonly homeId: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Null: the user has never signed in. */
  readonly lastLoginAt: number | null;
}

/** The account of a user, with what the home holds, its trash included. */
export interface UserRecord extends User {
  readonly used: Usage;
}

/** A session of a browser. The server stores only a hash of its secret. Times are milliseconds UTC. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** A personal access token. Its secret is shown once, when it is created. Times are milliseconds UTC. */
export interface Token {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The first 12 characters of the secret. */
  readonly prefix: string;
  readonly createdAt: number;
  /** Null: the token does not expire. */
  readonly expiresAt: number | null;
  /** Null: the token was never used. */
  readonly lastUsedAt: number | null;
}
