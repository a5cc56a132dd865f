import type { Share } from '../../model/entries/share.ts';
import { invalid, invalidFields } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { User } from '../../model/people/user.ts';
import type { AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';

type Users = Context['tables']['users'];

/** Maximum number of recipients of one share. */
const MAX_RECIPIENTS = 100;

/**
 * The users with these logins, without duplicates. All must be enabled. Neither the owner of the home nor the granting
 * user may be among them: a grant to oneself would outlast the grants that allowed it.
 * @throws {DmsError} invalid (users)
 */
export function recipientsFrom(
  users: Users,
  logins: readonly string[],
  { user, entryAccess }: AuthorisedEntry,
): readonly User[] {
  assertCount(logins);
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
  if (faults.length > 0) {
    throw invalidFields({ users: faults }, `users: ${faults.map(({ text }) => text).join('; ')}`);
  }
  return [...found.values()];
}

/**
 * The users to add to a share, and to remove from it, so that it has exactly these recipients.
 * @param logins all recipients from now on
 * @throws {DmsError} invalid (users): see {@link recipientsFrom}
 */
export function recipientChanges(
  users: Users,
  share: Share,
  logins: readonly string[],
  authorised: AuthorisedEntry,
): { added: readonly User[]; removed: readonly User[] } {
  assertCount(logins);
  const wanted = new Set(
    logins.map((login) => {
      const known = users.findByLogin(login)?.login ?? login;
      // Other logins keep the client's spelling: an error with a corrected spelling would reveal that the account
      // exists.
      return share.users.includes(known) ? known : login;
    }),
  );
  const addedLogins = [...wanted].filter((login) => !share.users.includes(login));
  const removedLogins = share.users.filter((login) => !wanted.has(login));
  return {
    added: addedLogins.length === 0 ? [] : recipientsFrom(users, addedLogins, authorised),
    removed: removedLogins.flatMap((login) => users.findByLogin(login) ?? []),
  };
}

/** @throws {DmsError} invalid (users) */
function assertCount(logins: readonly string[]): void {
  if (logins.length === 0 || logins.length > MAX_RECIPIENTS) {
    throw invalid('users', 'recipients_out_of_range', { maximum: MAX_RECIPIENTS });
  }
}
