import type { Database } from '../database/database.ts';
import { ActivityTable } from './activities.ts';
import { MailTable } from './mails.ts';
import { EmailCodeTable, RecoveryCodeTable } from './one-time-codes.ts';
import { PasswordLinkTable } from './password-links.ts';
import { People } from './people.ts';
import { SecondFactorTable } from './second-factors.ts';
import { SeenAddressTable } from './seen-addresses.ts';
import { SessionTable } from './sessions.ts';
import { TokenTable } from './tokens.ts';
import { UnfinishedUploadTable } from './unfinished-uploads.ts';
import { UserTable } from './users.ts';

export type {
  ActivityFilter,
  ActivitySource,
  EntryActivity,
  FolderMark,
  Stretch,
} from './activities.ts';
export type { NewActivity, StoredActivity } from './activity-rows.ts';
export type { Mail } from './mails.ts';
export type { SecondFactor } from './second-factors.ts';
export type { UnfinishedUpload, UploadPlan } from './unfinished-uploads.ts';
export type { UserNames, UserValues, UserWithPassword } from './users.ts';
export { ActivityTable };

/** Creates the tables of users, their credentials, the activity log and the mail queue. */
export function createAccountTables(database: Database) {
  return {
    activities: new ActivityTable(database),
    emailCodes: new EmailCodeTable(database),
    mails: new MailTable(database),
    passwordLinks: new PasswordLinkTable(database),
    people: new People(database),
    recoveryCodes: new RecoveryCodeTable(database),
    secondFactors: new SecondFactorTable(database),
    seenAddresses: new SeenAddressTable(database),
    sessions: new SessionTable(database),
    tokens: new TokenTable(database),
    unfinishedUploads: new UnfinishedUploadTable(database),
    users: new UserTable(database),
  };
}
