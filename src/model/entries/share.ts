import type { Colleague } from '../people/user.ts';
import type { Person } from './entry.ts';

/** A grant of permissions on one entry to one or more users. Times are milliseconds UTC. */
export interface Share {
  readonly id: number;
  readonly entryId: number;
  /** Kind of the entry. */
  readonly kind: 'file' | 'folder';
  /** Sum of permission bits. */
  readonly permissions: number;
  /** Logins of the recipients. */
  readonly users: readonly string[];
  /** The same with their names. */
  readonly people: readonly Colleague[];
  /** The user who made the share; null if the account was deleted. */
  readonly createdBy: Person | null;
  readonly createdAt: number;
  /** Null: the share does not end. */
  readonly expiresAt: number | null;
  /** Logins of the recipients to whom an e-mail about the share was sent. */
  readonly notified: readonly string[];
}
