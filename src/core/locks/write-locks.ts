import { randomUUID } from 'node:crypto';
import type { Entry } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import type { Lock, LockDepth, LockScope } from '../../model/entries/lock.ts';
import { allows, READ, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError, forbidden, invalid } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { AuthorisedEntry, EntryAccess } from '../access/access.ts';
import { type Access, assertPermissions, commit, mayBreak } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Source, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { FrozenSubtrees } from './frozen-subtrees.ts';
import { assertNoLocks, blocking, conflicting } from './lock-conflicts.ts';
import { assertRoomForLock } from './lock-limits.ts';
import { idOf, withAllAbove } from './lock-scope.ts';

/** Maximum timeout of a lock, in seconds (docs/build/contract/webdav.md §21). */
const MAX_LOCK_SECONDS = 24 * 60 * 60;

/** Parameters of a LOCK request (RFC 4918 §9.10). */
export interface LockRequest {
  readonly depth: LockDepth;
  readonly scope: LockScope;
  /** Content of the `DAV:owner` element, as XML. */
  readonly ownerXml: string;
  /** Clamped to the range from 1 second to 1 day. */
  readonly timeoutSeconds: number;
}

/** Result of making or refreshing a lock. */
export interface HeldLocks {
  /** The entry that the request names. */
  readonly entry: Entry;
  readonly lock: Lock;
  /** The other locks that cover the entry. */
  readonly others: readonly Lock[];
}

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly frozenSubtrees: FrozenSubtrees;
  readonly tree: Tree;
}

/**
 * Write locks (RFC 4918 §6, §7). They are stored in the database and apply to REST and WebDAV alike. In this class, a
 * lock "covers" an entry if it is on the entry itself, or if it has depth infinity and is on a folder above.
 */
export class WriteLocks {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Locks an entry. Runs inside the caller's transaction. Refuses an entry that a long operation froze: a program
   * that has a lock assumes that it can save.
   * @throws {DmsError} forbidden (also: the user has too many locks) | locked (a lock on this entry, or beneath it for
   * depth infinity, conflicts with the new one; the entry has too many locks; or a long operation froze it)
   */
  add(authorised: AuthorisedEntry, request: LockRequest): HeldLocks {
    const { user, entry, entryAccess } = authorised;
    assertPermissions(authorised, UPDATE);
    this.#assertLockable(authorised, request.depth);
    const covering = this.#covering(entryAccess);
    const within =
      request.depth === 'infinity'
        ? this.#inForce(this.#context.tables.locks.listWithin(entry.id, this.#context.now()))
        : [];
    const conflicts = conflicting([...covering, ...within], request.scope);
    assertNoLocks(conflicts, { isLockConflict: true });
    assertRoomForLock(this.#context, user, entry);
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
    return { entry, lock, others: covering };
  }

  /**
   * Restarts the timeout of a lock (RFC 4918 §9.10.2). Needs UPDATE on the entry.
   * @param source any entry that the lock covers
   * @param expect conditions of the request, checked before permissions
   * @throws {DmsError} unauthenticated | not_found | precondition_failed (no lock with this token covers
   * the entry) | forbidden (also for a lock of another user)
   */
  refresh(
    actor: Actor,
    source: Source,
    token: string,
    timeoutSeconds: number,
    expect?: Expectation,
  ): Promise<HeldLocks> {
    return commit(this.#context, actor, () => {
      const { entry, lock, others } = this.#findOwn(actor, source, token, expect);
      const seconds = Math.min(Math.max(1, timeoutSeconds), MAX_LOCK_SECONDS);
      const expiresAt = this.#context.now() + seconds * 1000;
      this.#context.tables.locks.updateExpiry(token, seconds, expiresAt);
      return { entry, lock: { ...lock, timeoutSeconds: seconds, expiresAt }, others };
    });
  }

  /**
   * Ends a lock, given its token (RFC 4918 §9.11). Parameters and errors are those of
   * {@link WriteLocks.refresh}.
   */
  release(actor: Actor, source: Source, token: string, expect?: Expectation): Promise<void> {
    return commit(this.#context, actor, () => {
      this.#findOwn(actor, source, token, expect);
      this.#context.tables.locks.delete(token);
    });
  }

  /**
   * Ends locks on the entry itself, without their tokens:
   * - all locks, if the user owns the home that contains the entry,
   * - all locks, if the entry is in a system folder and the user is an administrator,
   * - otherwise the user's own locks.
   * @throws {DmsError} unauthenticated | not_found (also for an entry that is not locked) | forbidden | invalid (the
   * entry is covered only by a lock on a folder above)
   */
  break(actor: Actor, entryId: number): Promise<void> {
    return commit(this.#context, actor, () => {
      const { user, entry, entryAccess } = this.#deps.access.entry(actor, entryId, READ, 'write');
      const covering = this.#covering(entryAccess);
      const [firstCovering] = covering;
      if (!firstCovering) throw new DmsError('not_found', message('not_locked', { name: entry.name }));
      const breakable = covering.filter((lock) => mayBreak(user, lock, entryAccess.ownerId));
      const [firstBreakable] = breakable;
      if (!firstBreakable) {
        const code = entryAccess.rootKind === 'home' ? 'lock_owner_ends' : 'lock_administrator_ends';
        throw forbidden(message(code, { user: firstCovering.userName }));
      }
      const onEntry = breakable.filter((lock) => lock.entryId === entry.id);
      if (onEntry.length === 0) throw this.#lockedFromAbove(user, firstBreakable);
      this.end(user, entry, onEntry);
    });
  }

  /**
   * Ends these locks on an entry and records their holders in the activity log. Runs inside the caller's
   * transaction.
   */
  end(actor: Actor, entry: Entry, locks: readonly Lock[]): void {
    for (const lock of locks) this.#context.tables.locks.delete(lock.token);
    const users = [...new Set(locks.map((lock) => lock.userName))].join(', ');
    const details = message('entry_unlocked', { name: entry.name, users });
    this.#deps.activity.record(actor, 'unlock', details, entry);
  }

  /**
   * All locks that cover the entry and have not expired.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  covering(actor: Actor, entryId: number): readonly Lock[] {
    const { entryAccess } = this.#deps.access.entry(actor, entryId);
    return this.#covering(entryAccess);
  }

  /**
   * Locks set directly on the members of a folder, by member id, without inherited locks. Members without a lock are not
   * in the map.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  ofMembers(actor: Actor, folderId: number): ReadonlyMap<number, readonly Lock[]> {
    this.#deps.access.folder(actor, folderId);
    if (!this.#context.tables.locks.any()) return new Map();
    return Map.groupBy(
      this.#context.tables.locks.listOfMembers(folderId, this.#context.now()),
      (lock) => lock.entryId,
    );
  }

  /**
   * Checks that no lock covers the entry, or that the request submitted the token of a covering lock that the user
   * holds. Also checks that no long operation froze the entry ({@link FrozenSubtrees}).
   * @throws {DmsError} locked
   */
  assertWritable(user: UserActor, entryAccess: EntryAccess): void {
    const whole = withAllAbove(user, entryAccess, this.#context.tables);
    this.#deps.frozenSubtrees.assertNotFrozen(whole);
    if (!this.#context.tables.locks.any()) return;
    assertNoLocks(blocking(user, this.#covering(whole)));
  }

  /**
   * Checks that no long operation froze an entry, also in the trash ({@link FrozenSubtrees}).
   * @throws {DmsError} locked
   */
  assertNotFrozen(entryAccess: Pick<EntryAccess, 'lineage'>): void {
    this.#deps.frozenSubtrees.assertNotFrozen(entryAccess);
  }

  /** True if a long operation froze the entry or a folder above it, also in the trash. */
  isFrozen(entryAccess: Pick<EntryAccess, 'lineage'>): boolean {
    return this.#deps.frozenSubtrees.isFrozen(entryAccess);
  }

  /**
   * Makes the check of {@link WriteLocks.assertWritable} for the entry, for each locked entry beneath it,
   * and for its folder, because a lock on a folder also protects its list of members (RFC 4918 §7.4).
   * @throws {DmsError} locked
   */
  assertMovable(user: UserActor, entryAccess: EntryAccess): void {
    this.#deps.frozenSubtrees.assertNotFrozen(entryAccess);
    if (!this.#context.tables.locks.any()) return;
    const [, ...above] = entryAccess.lineage;
    const onFolder =
      above.length === 0 ? [] : blocking(user, this.#covering({ ...entryAccess, lineage: above }));
    assertNoLocks([...onFolder, ...this.#blockingSubtree(user, entryAccess)]);
  }

  /**
   * Ends all locks on an entry and beneath it. For an entry that is moved or deleted: MOVE does not move
   * locks (RFC 4918 §7.6). Runs inside the caller's transaction.
   */
  endWithin(entryId: number): void {
    if (!this.#context.tables.locks.any()) return;
    for (const lock of this.#context.tables.locks.listWithin(entryId, this.#context.now()))
      this.#context.tables.locks.delete(lock.token);
  }

  /**
   * Transfers the locks on one entry to another entry that takes over its URL: a lock belongs to a URL (RFC 4918 §6.1,
   * §7.6). Runs inside the caller's transaction.
   * @param holderId only the locks of this user; left out: all
   */
  handOver(fromId: number, toId: number, holderId?: number): void {
    if (this.#context.tables.locks.any()) this.#context.tables.locks.updateEntry(fromId, toId, holderId);
  }

  #assertLockable({ entry, entryAccess }: AuthorisedEntry, depth: LockDepth): void {
    const { frozenSubtrees } = this.#deps;
    const { ancestry } = this.#context.tables;
    frozenSubtrees.assertNotFrozen(entryAccess, { isLockConflict: true });
    if (depth === 'infinity')
      frozenSubtrees.assertNoneFrozenBeneath(entry.id, (id) => ancestry.list(id), { isLockConflict: true });
  }

  #covering({ lineage }: Pick<EntryAccess, 'lineage'>): Lock[] {
    const ids = lineage.map((ancestor) => ancestor.id);
    return this.#inForce(this.#context.tables.locks.listCovering(ids, this.#context.now()));
  }

  /** The locks whose holder may still change the locked entry: a lock does not outlive the share. */
  #inForce(locks: readonly Lock[]): Lock[] {
    return locks.filter(({ userId, entryId }) => {
      const isAdmin = this.#context.tables.users.find(userId)?.isAdmin ?? false;
      return allows(this.#deps.access.permissions({ userId, isAdmin }, entryId), UPDATE);
    });
  }

  /** The locks that prevent the user from changing an entry and everything beneath it. */
  #blockingSubtree(user: UserActor, entryAccess: EntryAccess): Lock[] {
    const within = this.#context.tables.locks.listWithin(idOf(entryAccess), this.#context.now());
    // For each locked entry all covering locks are needed, not only its own: the token of the user's shared lock on a
    // folder above is enough.
    const lockedBeneath = within.map(({ entryId }) => ({
      lineage: this.#context.tables.ancestry.list(entryId),
    }));
    return [entryAccess, ...lockedBeneath].flatMap((each) => blocking(user, this.#covering(each)));
  }

  /** The error that names the locked folder; not_found if the user may not read that folder. */
  #lockedFromAbove(user: UserActor, lock: Lock): DmsError {
    const { id, name } = this.#deps.access.entry(user, lock.entryId, READ, 'write').entry;
    return invalid('lock', 'lock_on_folder', { name, id });
  }

  #findOwn(actor: Actor, source: Source, token: string, expect?: Expectation): HeldLocks {
    const authorised = this.#deps.tree.toChange(actor, source);
    const { user, entry, entryAccess } = authorised;
    expect?.(entry, entry.parentId ?? 0);
    assertPermissions(authorised, UPDATE);
    const covering = this.#covering(entryAccess);
    const lock = covering.find((candidate) => candidate.token === token);
    if (!lock) throw new DmsError('precondition_failed', message('lock_unknown'));
    if (lock.userId !== user.userId) throw forbidden(message('lock_of_other'));
    return { entry, lock, others: covering.filter((other) => other !== lock) };
  }
}
