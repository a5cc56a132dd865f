import type { Person } from './entry.ts';

/** Permissions on one entry for one or more users. Times in milliseconds UTC. */
export interface Share {
  readonly id: number;
  readonly entryId: number;
  readonly kind: 'file' | 'folder';
  readonly permissions: number;
  /** Logins of the recipients. */
  readonly users: readonly string[];
  readonly createdBy: Person | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Logins of those recipients whom e-mail has told of it. */
  readonly notified: readonly string[];
}
