import type { Scope } from './actor.ts';

/** The user's second factor at sign-in. */
export type TwoFactor = 'off' | 'email' | 'totp';

/** Content of a home including its trash, or an increase of that content. */
export interface Usage {
  /** Documents and folders, without the home itself. */
  readonly entries: number;
  /** Size of all versions of all documents. */
  readonly bytes: number;
}

/** A user, as shown to other users when they share. */
export interface Colleague {
  readonly login: string;
  /** Display name. */
  readonly name: string;
}

/**
 * How users find recipients for shares. `all`: by the beginning of a name; `exact`: by the complete login or address
 * only.
 */
export type PeopleSearch = 'all' | 'exact';

/** Languages of the pages. */
export const LANGUAGES = ['de', 'en'] as const;
/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** The account of a user. Times in milliseconds UTC, sizes in bytes. */
export interface User {
  readonly id: number;
  /** Display name. */
  readonly name: string;
  readonly email: string;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  /** True while an incident stops the user's changes (docs/build/contract/alarm.md §42). */
  readonly isPaused: boolean;
  readonly twoFactor: TwoFactor;
  /** Language of pages for this user; null: the language of the browser. */
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

/** The account of a user, with the content of the home including its trash. */
export interface UserRecord extends User {
  readonly used: Usage;
}

/** A session of a browser. The server stores only a hash of its secret. Times in milliseconds UTC. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** A personal access token. Its secret is shown once, when it is created. Times in milliseconds UTC. */
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
