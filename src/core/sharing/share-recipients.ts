import { DmsError, invalid } from '../../model/errors.ts';
import type { Share } from '../../model/share.ts';
import type { User } from '../../model/user.ts';
import type { Reached } from '../access/access.ts';
import type { Context } from '../context.ts';

/** The table of users. */
type Users = Context['tables']['users'];

const MOST = 100;

/**
 * The users of these logins, each once. Neither the owner nor the granter himself is among them: a grant of one's own
 * would outlast those that it rests on.
 * @throws {DmsError} invalid (users)
 */
export function recipientsFrom(
  users: Users,
  logins: readonly string[],
  { user, standing }: Reached,
): readonly User[] {
  assertNumber(logins);
  const faults: string[] = [];
  const found = new Map<number, User>();
  for (const login of logins) {
    const recipient = users.findByLogin(login);
    if (!recipient) faults.push(`${login}: is no user`);
    else if (recipient.id === standing.ownerId) faults.push(`${login}: is the owner`);
    else if (recipient.id === user.userId) faults.push(`${login}: is yourself`);
    else found.set(recipient.id, recipient);
  }
  if (faults.length > 0) {
    throw new DmsError('invalid', `users: ${faults.join('; ')}`, { fields: { users: faults } });
  }
  return [...found.values()];
}

/** Who comes into a share, and who leaves it, when it is to have these recipients. @throws {DmsError} invalid (users) */
export function difference(
  users: Users,
  share: Share,
  logins: readonly string[],
  reached: Reached,
): { added: readonly User[]; removed: readonly User[] } {
  assertNumber(logins);
  const wanted = new Set(logins.map((login) => users.findByLogin(login)?.login ?? login));
  const strangers = [...wanted].filter((login) => !share.users.includes(login));
  const leaving = share.users.filter((login) => !wanted.has(login));
  return {
    added: strangers.length === 0 ? [] : recipientsFrom(users, strangers, reached),
    removed: leaving.flatMap((login) => users.findByLogin(login) ?? []),
  };
}

/** @throws {DmsError} invalid (users) */
function assertNumber(logins: readonly string[]): void {
  if (logins.length === 0 || logins.length > MOST) {
    throw invalid('users', `must name 1 to ${String(MOST)} users`);
  }
}
