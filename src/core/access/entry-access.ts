import type { Entry, RootKind } from '../../model/entries/entry.ts';
import type { Lock } from '../../model/entries/lock.ts';
import { ALL, allows, lacking, READ } from '../../model/entries/permissions.ts';
import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Ancestor, Grant } from '../../storage/tree/tree.ts';

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

/**
 * Access with all permissions, for what administrators do in the name of the office; undefined for an entry in the trash.
 */
export function officeAccess(lineage: readonly Ancestor[]): EntryAccess | undefined {
  const { rootKind, ownerId = null } = lineage.at(-1) ?? { rootKind: null };
  if (rootKind === null || rootKind === 'trash') return undefined;
  return { lineage, rootKind, ownerId, permissions: ALL, validUntil: Infinity };
}

/** Names from the entry up to its root. */
export function namesOf({ lineage }: Pick<EntryAccess, 'lineage'>): string[] {
  return lineage.map(({ name }) => name);
}

/** True if a grant has not ended. @param now milliseconds UTC */
export function isActive({ expiresAt }: Pick<Grant, 'expiresAt'>, now: number): boolean {
  return (expiresAt ?? Infinity) > now;
}

/**
 * True if the user may end a lock without its token: the user's own locks, and every lock in the user's home or, for
 * administrators, in a system folder.
 * @param ownerId owner of the home that contains the locked entry; null in a system folder
 */
export function mayBreak(user: UserActor, lock: Pick<Lock, 'userId'>, ownerId: number | null): boolean {
  return lock.userId === user.userId || (ownerId === null ? user.isAdmin : ownerId === user.userId);
}

/**
 * Checks that the user has all `wanted` permission bits on the entry.
 * @throws {DmsError} forbidden
 */
export function assertPermissions({ entry, entryAccess }: AuthorisedEntry, wanted: number): void {
  if (allows(entryAccess.permissions, wanted)) return;
  // The folder of a document that was shared alone: the user must not learn its name or id.
  if (!allows(entryAccess.permissions, READ)) throw forbidden(message('may_not_write_folder'));
  const verbs = lacking(entryAccess.permissions, wanted);
  throw forbidden(message('may_not', { verbs, name: entry.name }), entry);
}
