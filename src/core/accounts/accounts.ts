import type { PeopleSearch } from '../../model/people/user.ts';
import type { ActivityLog, SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import { Account } from './account.ts';
import { Homes } from './homes.ts';
import { NewUsers } from './new-users.ts';
import { PasswordLinks } from './password-links.ts';
import { People } from './people.ts';
import { Reauthentication } from './reauthentication.ts';
import { Revocation } from './revocation.ts';
import { Setup } from './setup.ts';
import { type UserChanges, Users } from './users.ts';

export type { Invitation } from './password-links.ts';
export { assertNotOwn, displayNameFault, Faults } from './user-rules.ts';
export { beginningsOf } from './user-search.ts';
export type { Reauthentication, Revocation, UserChanges };

/** Modules that this module depends on. */
interface Dependencies {
  readonly activity: ActivityLog;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly peopleSearch: PeopleSearch;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/**
 * Creates the services for user accounts: for administrators, for users and their own accounts, and for the first
 * administrator.
 */
export function createAccounts(context: Context, deps: Dependencies) {
  const homes = new Homes(context, deps);
  const reauthentication = new Reauthentication(context, deps);
  const revocation = new Revocation(context, deps);
  const newUsers = new NewUsers(context, { ...deps, homes });
  const own = { ...deps, reauthentication, revocation };
  return {
    account: new Account(context, own),
    people: new People(context, deps),
    passwordLinks: new PasswordLinks(context, own),
    reauthentication,
    revocation,
    setup: new Setup(context, { ...deps, newUsers }),
    users: new Users(context, { ...own, homes, newUsers }),
  };
}
