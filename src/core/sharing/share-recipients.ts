import type { Share } from '../../model/entries/share.ts';
import { invalid, invalidFields } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { Group } from '../../model/people/group.ts';
import type { User } from '../../model/people/user.ts';
import type { AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';

type Tables = Pick<Context['tables'], 'groups' | 'users'>;

/** Maximum number of recipients of one share; a group counts as one. */
const MAX_RECIPIENTS = 100;

/** Recipients of a share as a request names them. */
interface Named {
  /** Logins. */
  readonly users: readonly string[];
  /** Names. */
  readonly groups: readonly string[];
}

/** Recipients of a share. */
export interface Recipients {
  readonly users: readonly User[];
  readonly groups: readonly Group[];
}

/** True if there is a user or a group. */
export function hasAny({ users, groups }: Recipients): boolean {
  return users.length + groups.length > 0;
}

/**
 * The enabled users whom an e-mail about a share can reach: recipients and members of groups, each once, but neither the
 * sharing user nor the owner.
 */
export function addresseesOf(
  { groups, users }: Tables,
  { user, entryAccess }: AuthorisedEntry,
  recipients: Recipients,
): readonly User[] {
  const ids = recipients.groups.flatMap((group) => groups.listHomes(group.id)).map(({ id }) => id);
  const found = [...recipients.users, ...users.listByIds(ids)];
  const unique = new Map(found.filter(({ isDisabled }) => !isDisabled).map((one) => [one.id, one]));
  unique.delete(user.userId);
  if (entryAccess.ownerId !== null) unique.delete(entryAccess.ownerId);
  return [...unique.values()];
}

/**
 * The users with these logins and the groups with these names, without duplicates. All users must be enabled. Neither
 * the owner of the home nor the granting user may be among them: a grant to oneself would outlast the grants that
 * allowed it. Either may be a member of a group, and receives nothing from the share.
 * @throws {DmsError} invalid (users, groups): see {@link usersFrom}, {@link groupsFrom}
 */
export function recipientsFrom(tables: Tables, named: Named, authorised: AuthorisedEntry): Recipients {
  assertCount(named);
  return { users: usersFrom(tables, named.users, authorised), groups: groupsFrom(tables, named.groups) };
}

/**
 * The recipients to add to a share, and to remove from it, so that it has exactly these recipients.
 * @param named all recipients from now on
 * @throws {DmsError} invalid (users, groups): see {@link recipientsFrom}
 */
export function recipientChanges(
  tables: Tables,
  share: Share,
  named: Named,
  authorised: AuthorisedEntry,
): { added: Recipients; removed: Recipients } {
  assertCount(named);
  const { groups, users } = tables;
  // Other logins keep the client's spelling: an error with a corrected spelling would reveal that the account exists.
  const logins = changesOf(share.users, named.users, (login) => users.findByLogin(login)?.login);
  const names = changesOf(share.groups, named.groups, (name) => groups.findByName(name)?.name);
  return {
    added: { users: usersFrom(tables, logins.added, authorised), groups: groupsFrom(tables, names.added) },
    removed: {
      users: logins.removed.flatMap((login) => users.findByLogin(login) ?? []),
      groups: names.removed.flatMap((name) => groups.findByName(name) ?? []),
    },
  };
}

/** @param spelling of the name of a recipient, in the share; undefined: there is no such recipient */
function changesOf(
  before: readonly string[],
  named: readonly string[],
  spelling: (name: string) => string | undefined,
): { added: readonly string[]; removed: readonly string[] } {
  const wanted = new Set(
    named.map((name) => {
      const known = spelling(name) ?? name;
      return before.includes(known) ? known : name;
    }),
  );
  return {
    added: [...wanted].filter((name) => !before.includes(name)),
    removed: before.filter((name) => !wanted.has(name)),
  };
}

/** @throws {DmsError} invalid (users) */
function usersFrom(
  { users }: Tables,
  logins: readonly string[],
  authorised: AuthorisedEntry,
): readonly User[] {
  const { user, entryAccess } = authorised;
  const faults: Message[] = [];
  const found = new Map<number, User>();
  for (const login of logins) {
    const recipient = users.findByLogin(login);
    if (recipient && recipient.id === entryAccess.ownerId)
      faults.push(message('recipient_is_owner', { login }));
    else if (recipient?.id === user.userId) faults.push(message('recipient_is_self', { login }));
    // Same message for both: only administrators may know that a disabled account exists.
    else if (!recipient || recipient.isDisabled) faults.push(message('recipient_unknown', { login }));
    else found.set(recipient.id, recipient);
  }
  throwIfAny('users', faults);
  return [...found.values()];
}

/** @throws {DmsError} invalid (groups) */
function groupsFrom({ groups }: Tables, names: readonly string[]): readonly Group[] {
  const faults: Message[] = [];
  const found = new Map<number, Group>();
  for (const name of names) {
    const group = groups.findByName(name);
    if (group) found.set(group.id, group);
    else faults.push(message('group_unknown', { group: name }));
  }
  throwIfAny('groups', faults);
  return [...found.values()];
}

function throwIfAny(field: string, faults: readonly Message[]): void {
  if (faults.length === 0) return;
  throw invalidFields({ [field]: faults }, `${field}: ${faults.map(({ text }) => text).join('; ')}`);
}

/** @throws {DmsError} invalid (users) */
function assertCount({ users, groups }: Named): void {
  const count = users.length + groups.length;
  if (count === 0 || count > MAX_RECIPIENTS)
    throw invalid('users', 'recipients_out_of_range', { maximum: MAX_RECIPIENTS });
}
