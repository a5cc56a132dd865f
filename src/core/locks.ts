import { randomUUID } from 'node:crypto';
import type { Actor, UserActor } from '../model/actor.ts';
import { DmsError, forbidden } from '../model/errors.ts';
import type { Lock, LockDepth, LockScope } from '../model/lock.ts';
import { UPDATE } from '../model/permissions.ts';
import type { LockTable } from '../storage/locks.ts';
import type { Access, Standing } from './access.ts';
import { type Context, commit } from './context.ts';

/** Longest time-out that is granted, in seconds (CONTRACT §3). */
const MAX_LOCK_SECONDS = 24 * 60 * 60;

/** A lock that was asked for. */
export interface LockRequest {
  readonly depth: LockDepth;
  readonly scope: LockScope;
  readonly ownerXml: string;
  readonly timeoutSeconds: number;
}

/** Write locks (RFC 4918 §6, §7): kept in the database, for both faces alike. */
export class Locks {
  readonly #context: Context;
  readonly #access: Access;
  readonly #locks: LockTable;

  constructor(context: Context, access: Access, locks: LockTable) {
    this.#context = context;
    this.#access = access;
    this.#locks = locks;
  }

  /** @throws {DmsError} not_found | forbidden | locked (by a lock that does not go with this one) */
  create(actor: Actor, entryId: number, request: LockRequest): Promise<Lock> {
    return commit(this.#context, () => {
      const { user, entry, standing } = this.#access.reach(actor, entryId, UPDATE);
      const inTheWay = this.#covering(standing).concat(
        request.depth === 'infinity' ? this.#locks.listWithin(entry.id, this.#context.now()) : [],
      );
      const conflict = inTheWay.find((lock) => lock.scope === 'exclusive' || request.scope === 'exclusive');
      if (conflict) throw lockedBy(conflict);
      const timeoutSeconds = Math.min(Math.max(1, request.timeoutSeconds), MAX_LOCK_SECONDS);
      const lock: Lock = {
        token: `opaquelocktoken:${randomUUID()}`,
        entryId: entry.id,
        depth: request.depth,
        scope: request.scope,
        ownerXml: request.ownerXml,
        userId: user.userId,
        userName: user.name,
        timeoutSeconds,
        expiresAt: this.#context.now() + timeoutSeconds * 1000,
      };
      this.#locks.insert(lock);
      return lock;
    });
  }

  /**
   * Starts the time of a lock anew.
   * @throws {DmsError} not_found | precondition_failed (no such lock covers the entry) | forbidden (another's)
   */
  refresh(actor: Actor, entryId: number, token: string, timeoutSeconds: number): Promise<Lock> {
    return commit(this.#context, () => {
      const lock = this.#own(actor, entryId, token);
      const seconds = Math.min(Math.max(1, timeoutSeconds), MAX_LOCK_SECONDS);
      const expiresAt = this.#context.now() + seconds * 1000;
      this.#locks.updateExpiry(token, seconds, expiresAt);
      return { ...lock, timeoutSeconds: seconds, expiresAt };
    });
  }

  /** @throws {DmsError} not_found | precondition_failed (no such lock covers the entry) | forbidden (another's) */
  release(actor: Actor, entryId: number, token: string): Promise<void> {
    return commit(this.#context, () => {
      this.#own(actor, entryId, token);
      this.#locks.delete(token);
    });
  }

  /** Unexpired locks on the entry and those of depth infinity above it. @throws {DmsError} not_found */
  covering(actor: Actor, entryId: number): readonly Lock[] {
    const { standing } = this.#access.reach(actor, entryId);
    return this.#covering(standing);
  }

  /** The members' own locks, by the member's id; empty for most folders. @throws {DmsError} not_found */
  ofMembers(actor: Actor, folderId: number): ReadonlyMap<number, readonly Lock[]> {
    this.#access.folder(actor, folderId);
    if (!this.#locks.any()) return new Map();
    return Map.groupBy(this.#locks.listOfMembers(folderId, this.#context.now()), (lock) => lock.entryId);
  }

  /** Throws when a lock covers the entry and the user has submitted none of the tokens. @throws {DmsError} locked */
  assertWritable(user: UserActor, standing: Standing): void {
    if (!this.#locks.any()) return;
    assertHeld(user, this.#covering(standing));
  }

  /** As {@link Locks.assertWritable}, for each locked entry at or beneath this one. @throws {DmsError} locked */
  assertSubtreeWritable(user: UserActor, standing: Standing): void {
    if (!this.#locks.any()) return;
    assertHeld(user, this.#covering(standing));
    const within = this.#locks.listWithin(idOf(standing), this.#context.now());
    for (const locks of Map.groupBy(within, (lock) => lock.entryId).values()) assertHeld(user, locks);
  }

  /**
   * As {@link Locks.assertSubtreeWritable}, and for the folder around the entry too: a lock on a folder protects which
   * members it has (RFC 4918 §7.4). @throws {DmsError} locked
   */
  assertMovable(user: UserActor, standing: Standing): void {
    this.assertSubtreeWritable(user, standing);
    const [, ...around] = standing.way;
    if (around.length > 0) this.assertWritable(user, { ...standing, way: around });
  }

  /** Ends all locks at and beneath an entry that goes elsewhere: locks do not travel (RFC 4918 §7.5). */
  dissolve(entryId: number): void {
    if (!this.#locks.any()) return;
    for (const lock of this.#locks.listWithin(entryId, this.#context.now())) this.#locks.delete(lock.token);
  }

  #covering(standing: Standing): Lock[] {
    return this.#locks.listCovering(
      standing.way.map((ancestor) => ancestor.id),
      this.#context.now(),
    );
  }

  #own(actor: Actor, entryId: number, token: string): Lock {
    const { user, standing } = this.#access.reach(actor, entryId, UPDATE);
    const lock = this.#covering(standing).find((candidate) => candidate.token === token);
    if (!lock) throw new DmsError('precondition_failed', 'No lock with this token covers the resource.');
    if (lock.userId !== user.userId) throw forbidden('The lock is another user’s.');
    return lock;
  }
}

function idOf(standing: Standing): number {
  const [entry] = standing.way;
  if (!entry) throw new Error('a standing without an entry');
  return entry.id;
}

/** One submitted token of those that cover a resource is enough: several at once are shared locks (RFC 4918 §6.2). */
function assertHeld(user: UserActor, covering: readonly Lock[]): void {
  const [first] = covering;
  if (!first) return;
  const held = covering.some((lock) => lock.userId === user.userId && user.lockTokens.has(lock.token));
  if (!held) throw lockedBy(first);
}

function lockedBy(lock: Lock): DmsError {
  const until = new Date(lock.expiresAt).toISOString();
  return new DmsError('locked', `The entry is locked by ${lock.userName} until ${until}.`, {
    lock: { user: lock.userName, expiresAt: lock.expiresAt },
  });
}
