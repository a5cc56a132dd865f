import { randomUUID } from 'node:crypto';
import type { Actor, UserActor } from '../../model/actor.ts';
import type { Entry } from '../../model/entry.ts';
import { DmsError, forbidden, invalid } from '../../model/errors.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Lock, LockDepth, LockScope } from '../../model/lock.ts';
import { READ, UPDATE } from '../../model/permissions.ts';
import { type Access, demand, type Standing } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';

/** Longest time-out that is granted, in seconds (CONTRACT §3). */
const MAX_LOCK_SECONDS = 24 * 60 * 60;

/** A lock that was asked for. */
export interface LockRequest {
  readonly depth: LockDepth;
  readonly scope: LockScope;
  readonly ownerXml: string;
  readonly timeoutSeconds: number;
}

/** What {@link WriteLocks} works with. */
interface Parts {
  readonly access: Access;
  readonly activity: ActivityLog;
}

/** Write locks (RFC 4918 §6, §7): kept in the database, for both faces alike. */
export class WriteLocks {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @throws {DmsError} not_found | forbidden | locked (by a lock that does not go with this one) */
  create(actor: Actor, entryId: number, request: LockRequest, expect?: Expectation): Promise<Lock> {
    return commit(this.#context, () => {
      const reached = this.#parts.access.reach(actor, entryId, READ, 'write');
      const { user, entry, standing } = reached;
      expect?.(entry, entry.parentId ?? 0);
      demand(reached, UPDATE);
      const within =
        request.depth === 'infinity'
          ? this.#context.tables.locks.listWithin(entry.id, this.#context.now())
          : [];
      assertNone(conflicting([...this.#covering(standing), ...within], request.scope));
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
      this.#context.tables.locks.insert(lock);
      return lock;
    });
  }

  /**
   * Throws what {@link WriteLocks.create} would throw for an entry that is yet to come into a folder (0: the home).
   * @throws {DmsError} not_found | forbidden | locked
   */
  assertLockableIn(actor: Actor, folderId: number, scope: LockScope): void {
    const { standing } = this.#parts.access.folder(actor, folderId, UPDATE);
    const reaching = this.#covering(standing).filter(({ depth }) => depth === 'infinity');
    assertNone(conflicting(reaching, scope));
  }

  /**
   * Starts the time of a lock anew.
   * @throws {DmsError} not_found | precondition_failed (no such lock covers the entry) | forbidden (another's)
   */
  refresh(
    actor: Actor,
    entryId: number,
    token: string,
    timeoutSeconds: number,
    expect?: Expectation,
  ): Promise<Lock> {
    return commit(this.#context, () => {
      const lock = this.#own(actor, entryId, token, expect);
      const seconds = Math.min(Math.max(1, timeoutSeconds), MAX_LOCK_SECONDS);
      const expiresAt = this.#context.now() + seconds * 1000;
      this.#context.tables.locks.updateExpiry(token, seconds, expiresAt);
      return { ...lock, timeoutSeconds: seconds, expiresAt };
    });
  }

  /** @throws {DmsError} not_found | precondition_failed (no such lock covers the entry) | forbidden (another's) */
  release(actor: Actor, entryId: number, token: string, expect?: Expectation): Promise<void> {
    return commit(this.#context, () => {
      this.#own(actor, entryId, token, expect);
      this.#context.tables.locks.delete(token);
    });
  }

  /**
   * Ends locks on an entry itself without their tokens: those that the user holds; all of them for the owner of the home
   * that it lies in, and for administrators in the office's folders.
   * @throws {DmsError} not_found (nothing locks it, too) | forbidden | invalid (what locks it is on a folder above)
   */
  break(actor: Actor, entryId: number): Promise<void> {
    return commit(this.#context, () => {
      const { user, entry, standing } = this.#parts.access.reach(actor, entryId, READ, 'write');
      const covering = this.#covering(standing);
      const [first] = covering;
      if (!first) throw new DmsError('not_found', `"${entry.name}" is not locked.`);
      const isOwner = standing.rootKind === 'home' ? standing.ownerId === user.userId : user.isAdmin;
      const breakable = covering.filter((lock) => isOwner || lock.userId === user.userId);
      const [toBreak] = breakable;
      if (!toBreak) {
        const owner = standing.rootKind === 'home' ? 'the owner of the home it lies in' : 'an administrator';
        throw forbidden(`Only ${first.userName}, who holds the lock, or ${owner} may end it.`);
      }
      const here = breakable.filter((lock) => lock.entryId === entry.id);
      if (here.length === 0) throw this.#lockedFromAbove(user, toBreak);
      this.end(user, entry, here);
    });
  }

  /** Ends these locks on an entry, within a transaction of others, and notes whose they were. */
  end(actor: Actor, entry: Entry, locks: readonly Lock[]): void {
    for (const lock of locks) this.#context.tables.locks.delete(lock.token);
    const holders = [...new Set(locks.map((lock) => lock.userName))].join(', ');
    this.#parts.activity.record(actor, 'unlock', `${entry.name}, locked by ${holders}`, entry);
  }

  /** Unexpired locks on the entry and those of depth infinity above it. @throws {DmsError} not_found */
  covering(actor: Actor, entryId: number): readonly Lock[] {
    const { standing } = this.#parts.access.reach(actor, entryId);
    return this.#covering(standing);
  }

  /** The members' own locks, by the member's id; empty for most folders. @throws {DmsError} not_found */
  ofMembers(actor: Actor, folderId: number): ReadonlyMap<number, readonly Lock[]> {
    this.#parts.access.folder(actor, folderId);
    if (!this.#context.tables.locks.any()) return new Map();
    return Map.groupBy(
      this.#context.tables.locks.listOfMembers(folderId, this.#context.now()),
      (lock) => lock.entryId,
    );
  }

  /** Throws when a lock covers the entry and the user has submitted none of the tokens. @throws {DmsError} locked */
  assertWritable(user: UserActor, standing: Standing): void {
    if (!this.#context.tables.locks.any()) return;
    assertNone(unheld(user, this.#covering(standing)));
  }

  /**
   * As {@link WriteLocks.assertWritable}, for each locked entry at or beneath this one and for the folder around it: a lock
   * on a folder protects which members it has (RFC 4918 §7.4). @throws {DmsError} locked
   */
  assertMovable(user: UserActor, standing: Standing): void {
    if (!this.#context.tables.locks.any()) return;
    const [, ...around] = standing.lineage;
    const above = around.length === 0 ? [] : unheld(user, this.#covering({ ...standing, lineage: around }));
    assertNone([...above, ...this.#unheldWithin(user, standing)]);
  }

  /** Ends all locks at and beneath an entry that goes elsewhere: locks do not travel (RFC 4918 §7.5). */
  endWithin(entryId: number): void {
    if (!this.#context.tables.locks.any()) return;
    for (const lock of this.#context.tables.locks.listWithin(entryId, this.#context.now()))
      this.#context.tables.locks.delete(lock.token);
  }

  /** What holds a place keeps doing so when another entry takes it: a lock is on a URL (RFC 4918 §6.1, §7.5). */
  handOver(fromId: number, toId: number): void {
    if (this.#context.tables.locks.any()) this.#context.tables.locks.updateEntry(fromId, toId);
  }

  #covering(standing: Standing): Lock[] {
    return this.#context.tables.locks.listCovering(
      standing.lineage.map((ancestor) => ancestor.id),
      this.#context.now(),
    );
  }

  /** All locks at or beneath an entry, and above it, whose tokens the user would have to submit to change all of it. */
  #unheldWithin(user: UserActor, standing: Standing): Lock[] {
    const within = this.#context.tables.locks.listWithin(idOf(standing), this.#context.now());
    // Whoever reaches an entry reaches what is beneath it. Those above count too: a shared one of his own is enough.
    const members = within.map(
      ({ entryId }) => this.#parts.access.reach(user, entryId, READ, 'write').standing,
    );
    return [standing, ...members].flatMap((one) => unheld(user, this.#covering(one)));
  }

  /** A folder that the user may not read stays unknown to him: not_found. */
  #lockedFromAbove(user: UserActor, lock: Lock): DmsError {
    const { id, name } = this.#parts.access.reach(user, lock.entryId, READ, 'write').entry;
    return invalid('lock', `is on the folder "${name}" (${String(id)}) and covers all in it: end it there`);
  }

  #own(actor: Actor, entryId: number, token: string, expect?: Expectation): Lock {
    const reached = this.#parts.access.reach(actor, entryId, READ, 'write');
    const { user, entry, standing } = reached;
    expect?.(entry, entry.parentId ?? 0);
    demand(reached, UPDATE);
    const lock = this.#covering(standing).find((candidate) => candidate.token === token);
    if (!lock) throw new DmsError('precondition_failed', 'No lock with this token covers the resource.');
    if (lock.userId !== user.userId) throw forbidden('The lock is another user’s.');
    return lock;
  }
}

function idOf(standing: Standing): number {
  const [entry] = standing.lineage;
  if (!entry) throw new Error('a standing without an entry');
  return entry.id;
}

/**
 * The locks on a resource that keep the user from changing it. One submitted token of those that cover it is enough:
 * several at once are shared locks (RFC 4918 §6.2).
 */
function unheld(user: UserActor, covering: readonly Lock[]): readonly Lock[] {
  const held = covering.some((lock) => lock.userId === user.userId && user.lockTokens.has(lock.token));
  return held ? [] : covering;
}

/** Those of `locks` that a new one cannot stand beside (RFC 4918 §6.2). */
function conflicting(locks: readonly Lock[], scope: LockScope): readonly Lock[] {
  return locks.filter((lock) => lock.scope === 'exclusive' || scope === 'exclusive');
}

/** @throws {DmsError} locked, by the first of `inTheWay`, and with the entries that all of them are on */
function assertNone(inTheWay: readonly Lock[]): void {
  const [first] = inTheWay;
  if (!first) return;
  const until = new Date(first.expiresAt).toISOString();
  throw new DmsError('locked', `The entry is locked by ${first.userName} until ${until}.`, {
    lock: { user: first.userName, expiresAt: first.expiresAt },
    lockRoots: [...new Set(inTheWay.map((lock) => lock.entryId))],
  });
}
