import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ShareToUser } from '../../storage/tree/tree.ts';
import type { EntryAccess } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { ShareQuery } from './share-requests.ts';

/** The roles of a user in a share. */
export interface Role {
  readonly creator: boolean;
  /** True also if the user receives the share as a member of a group. */
  readonly recipient: boolean;
}

/** The roles of a user in a share. Both, one or neither can be true. */
export function roleOf({ shares }: Pick<Context['tables'], 'shares'>, user: UserActor, share: Share): Role {
  return {
    creator: share.createdBy?.id === user.userId,
    recipient: shares.isReceived(share.id, user.userId),
  };
}

/** True if the user has all permissions without any share. A share through a group gives such a user nothing. */
export function ownsEntry({ isAdmin, userId }: UserActor, { ownerId, rootKind }: EntryAccess): boolean {
  return rootKind === 'system' ? isAdmin : ownerId === userId;
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

/** Returns a function that creates the view of a recipient: the share without the other recipients. */
export function withoutOthers(
  { groups }: Pick<Context['tables'], 'groups'>,
  { login, userId }: UserActor,
): (share: Share) => Share {
  const memberOf = new Set(groups.namesOf(userId));
  const own = (logins: readonly string[]) => logins.filter((other) => other === login);
  return (share) => ({
    ...share,
    users: own(share.users),
    groups: share.groups.filter((name) => memberOf.has(name)),
    people: share.people.filter((one) => one.login === login),
    notified: own(share.notified),
  });
}

/** Names of the recipients, for the activity log. */
export function recipientNames({ users, groups }: Share): readonly string[] {
  return [...users, ...groups];
}
