import type { ActivityLog, SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import { Account } from './account.ts';
import { Homes } from './homes.ts';
import { Reauthentication } from './reauthentication.ts';
import { Users } from './users.ts';

export { Faults, titleFault } from './user-rules.ts';
export type { Reauthentication };

/** What the room is handed. */
interface Neighbours {
  readonly activity: ActivityLog;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/** The users' accounts, for administrators and for the users themselves. */
export function createAccounts(context: Context, neighbours: Neighbours) {
  const homes = new Homes(context, neighbours);
  const reauthentication = new Reauthentication(context, neighbours);
  return {
    account: new Account(context, { ...neighbours, reauthentication }),
    reauthentication,
    users: new Users(context, { ...neighbours, homes }),
  };
}
