import type { Entry } from '../../model/entries/entry.ts';
import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Context } from '../context.ts';

/** Most locks on one entry. All of them must be shared. */
const MAX_ON_ENTRY = 20;
/** Most locks of one user. */
const MAX_OF_USER = 1000;

/**
 * Checks that the entry and the user may have one more lock. Everybody who looks at the entry, or deletes a
 * folder above it, pays for its locks. Deletes expired locks first: they count no more, but cost as much.
 * Runs inside the caller's transaction.
 * @throws {DmsError} locked (the entry has too many) | forbidden (the user has too many)
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
