import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ShareToUser } from '../../storage/tree/tree.ts';
import type { EntryAccess } from '../access/access.ts';
import type { ShareQuery } from './share-requests.ts';

/** The roles of a user in a share. Both, one or neither can be true. */
export function roleOf(
  user: UserActor,
  share: Share,
): { readonly creator: boolean; readonly recipient: boolean } {
  return { creator: share.createdBy?.id === user.userId, recipient: share.users.includes(user.login) };
}

/** True if a share matches the requested kind of entry and the requested role of the user. */
export function isAsked(share: ShareToUser, entry: ShareQuery['entry'], role: ShareQuery['role']): boolean {
  if (entry !== undefined && share.isFolder !== (entry.kind === 'folder')) return false;
  return role === undefined || (role === 'creator' ? share.isCreator : share.isRecipient);
}

/** The parts of a share that a user may know: all of it, only the user's own receipt, or nothing. */
export function viewOf(
  entryAccess: EntryAccess | undefined,
  isCreator: boolean,
  isRecipient: boolean,
): 'whole' | 'own' | 'none' {
  if (!entryAccess || !allows(entryAccess.permissions, READ)) return 'none';
  if (isCreator || allows(entryAccess.permissions, SHARE)) return 'whole';
  return isRecipient ? 'own' : 'none';
}

/** A share as its recipient may see it: without the other recipients. */
export function withoutOthers({ login }: UserActor, share: Share): Share {
  const own = (logins: readonly string[]) => logins.filter((other) => other === login);
  const people = share.people.filter((one) => one.login === login);
  return { ...share, users: own(share.users), people, notified: own(share.notified) };
}
