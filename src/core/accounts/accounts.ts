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
export type { Reauthentication, Revocation, UserChanges };

/** Dependencies on other modules. */
interface Neighbours {
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
export function createAccounts(context: Context, neighbours: Neighbours) {
  const homes = new Homes(context, neighbours);
  const reauthentication = new Reauthentication(context, neighbours);
  const revocation = new Revocation(context, neighbours);
  const newUsers = new NewUsers(context, { ...neighbours, homes });
  const own = { ...neighbours, reauthentication, revocation };
  return {
    account: new Account(context, own),
    people: new People(context, neighbours),
    passwordLinks: new PasswordLinks(context, own),
    reauthentication,
    revocation,
    setup: new Setup(context, { ...neighbours, newUsers }),
    users: new Users(context, { ...own, homes, newUsers }),
  };
}
