import type { Lock, LockScope } from '../../model/entries/lock.ts';
import { DmsError, type ErrorDetails } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';

/**
 * The covering locks that prevent the user from changing an entry: all, or none if the request submitted the token of a
 * lock that the user holds. One token is enough, because several locks on one resource are shared locks (RFC 4918
 * §6.2).
 */
export function blocking(user: UserActor, covering: readonly Lock[]): readonly Lock[] {
  const hasToken = covering.some((lock) => lock.userId === user.userId && user.lockTokens.has(lock.token));
  return hasToken ? [] : covering;
}

/** The locks that conflict with a new lock of this scope (RFC 4918 §6.2). */
export function conflicting(locks: readonly Lock[], scope: LockScope): readonly Lock[] {
  return locks.filter((lock) => lock.scope === 'exclusive' || scope === 'exclusive');
}

/** @throws {DmsError} locked: its message names the holder of the first lock, `lockRoots` the entries of all locks */
export function assertNoLocks(locks: readonly Lock[], details?: Pick<ErrorDetails, 'isLockConflict'>): void {
  const [first] = locks;
  if (!first) return;
  const until = new Date(first.expiresAt).toISOString();
  throw new DmsError('locked', message('entry_locked', { user: first.userName, until }), {
    lock: { user: first.userName, expiresAt: first.expiresAt },
    lockRoots: [...new Set(locks.map((lock) => lock.entryId))],
    ...details,
  });
}
