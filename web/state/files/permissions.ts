import type { Entry } from '../../api/records.ts';

/** Permission bits of a user for an entry (docs/build/contract/concepts.md §2). */
export const BITS = { read: 1, update: 2, create: 4, delete: 8, share: 16 } as const;

/** True if the user has the permission for the entry. */
export function may(entry: Pick<Entry, 'permissions'>, bit: keyof typeof BITS): boolean {
  return (entry.permissions & BITS[bit]) !== 0;
}
