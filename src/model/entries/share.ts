import type { Colleague } from '../people/user.ts';
import type { Person } from './entry.ts';

/** A grant of permissions on one entry to one or more users or groups. Times in milliseconds UTC. */
export interface Share {
  readonly id: number;
  readonly entryId: number;
  /** Kind of the entry. */
  readonly kind: 'file' | 'folder';
  /** Sum of permission bits. */
  readonly permissions: number;
  /** Logins of the recipients that are users. */
  readonly users: readonly string[];
  /** Names of the recipients that are groups. */
  readonly groups: readonly string[];
  /** The recipients that are users, with their names. */
  readonly people: readonly Colleague[];
  /** The user who made the share; null if the account was deleted. */
  readonly createdBy: Person | null;
  readonly createdAt: number;
  /** Null: the share does not expire. */
  readonly expiresAt: number | null;
  /** Logins of the recipients who were sent an e-mail about the share. */
  readonly notified: readonly string[];
}
