import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { groupKey } from '../../model/people/group.ts';
import type { Context } from '../context.ts';
import type { LinkPolicy } from './link-rules.ts';

/** True if the policy lets a user make links. While it does not, the links of the user do not work. */
export function mayMakeLinks(
  { tables }: Pick<Context, 'tables'>,
  userId: number,
  { isEnabled, groups }: LinkPolicy,
): boolean {
  if (!isEnabled || groups === null) return isEnabled;
  const keys = new Set(groups.map(groupKey));
  return tables.groups.namesOf(userId).some((name) => keys.has(groupKey(name)));
}

/** @throws {DmsError} forbidden: the policy does not let the user make links */
export function requireMaker(context: Pick<Context, 'tables'>, userId: number, policy: LinkPolicy): void {
  if (mayMakeLinks(context, userId, policy)) return;
  throw forbidden(message(policy.isEnabled ? 'links_of_groups' : 'links_off'));
}
