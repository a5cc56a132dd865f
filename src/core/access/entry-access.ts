import type { Entry, RootKind } from '../../model/entries/entry.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Ancestor } from '../../storage/tree/tree.ts';

/** A user's permissions on one entry, and the position of the entry in the tree. */
export interface EntryAccess {
  /**
   * Effective permission bits: all bits beneath a root that the user owns, otherwise the union of the active grants on
   * the lineage.
   */
  readonly permissions: number;
  /** Ancestors, from the entry itself up to its root. */
  readonly lineage: readonly Ancestor[];
  readonly rootKind: RootKind;
  /** Owner of the home that the entry is in; null in a system folder. */
  readonly ownerId: number | null;
  /** Expiry of the first grant to expire, in milliseconds UTC; Infinity if none expires. */
  readonly validUntil: number;
}

/** An entry that the user may read, with the access of the user. */
export interface AuthorisedEntry<E extends Entry = Entry> {
  readonly user: UserActor;
  readonly entry: E;
  readonly entryAccess: EntryAccess;
}

/** Names from the entry up to its root. */
export function namesOf({ lineage }: Pick<EntryAccess, 'lineage'>): string[] {
  return lineage.map(({ name }) => name);
}
