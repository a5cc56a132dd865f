import type { Entry } from '../../model/entries/entry.ts';
import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Context } from '../context.ts';

/** Maximum number of locks on one entry. Several locks on one entry are all shared locks. */
const MAX_ON_ENTRY = 20;
/** Maximum number of locks of one user. */
const MAX_OF_USER = 1000;

/**
 * Checks that the entry and the user may have one more lock. The limit on an entry protects other users: every request
 * for the entry, and every deletion of a folder above it, reads its locks. Deletes expired locks first: they no longer
 * count, but still cost time. Runs inside the caller's transaction.
 * @throws {DmsError} locked (too many on the entry) | forbidden (too many of the user)
 */
export function assertRoomForLock({ tables, now }: Context, user: UserActor, entry: Entry): void {
  tables.locks.deleteExpired(now());
  if (tables.locks.countOn(entry.id, now()) >= MAX_ON_ENTRY) {
    throw new DmsError('locked', message('locks_of_entry', { maximum: MAX_ON_ENTRY }), {
      lockRoots: [entry.id],
      isLockConflict: true,
    });
  }
  if (tables.locks.countOf(user.userId, now()) >= MAX_OF_USER)
    throw forbidden(message('locks_of_user', { maximum: MAX_OF_USER }));
}
