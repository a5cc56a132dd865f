import type { Scope } from './actor.ts';

export type TwoFactor = 'off' | 'email' | 'totp';

/** An account. Times in milliseconds UTC, sizes in bytes. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly twoFactor: TwoFactor;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
  /** All versions of all documents in the home, its trash included. */
  readonly usedBytes: number;
  readonly homeId: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastLoginAt: number | null;
}

/** A browser session; its secret is known to the browser only. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** A personal access token; its secret is shown once, when it is made. */
export interface Token {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The first 12 characters of the secret. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}
