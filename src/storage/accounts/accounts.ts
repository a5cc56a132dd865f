import type { Database } from '../database/database.ts';
import { ActivityTable } from './activity/activities.ts';
import { RecordedChanges } from './activity/recorded-changes.ts';
import { ChunkedUploadTable } from './chunked-uploads.ts';
import { EditAddressTable } from './edit-addresses.ts';
import { GroupTable } from './groups.ts';
import { IncidentTable } from './incidents/incidents.ts';
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
  ActivitySource,
  EntryActivity,
  FolderMark,
} from './activity/activities.ts';
export type { ActivityFilter, Stretch } from './activity/activity-filter.ts';
export type { NewActivity, StoredActivity } from './activity/activity-rows.ts';
export type { ChangesOf, RecordedChange } from './activity/recorded-changes.ts';
export type { ChunkedUpload, StoredUpload, UploadChunk } from './chunked-uploads.ts';
export type { EditAddress } from './edit-addresses.ts';
export type { Mail } from './mails.ts';
export type { SecondFactor } from './second-factors.ts';
export type { UnfinishedUpload, UploadPlan, UploadSender } from './unfinished-uploads.ts';
export type { UserNames, UserValues, UserWithPassword } from './users.ts';
export { ActivityTable };

/** Creates the tables of users, their credentials, the activity log and the mail queue. */
export function createAccountTables(database: Database) {
  return {
    activities: new ActivityTable(database),
    recordedChanges: new RecordedChanges(database),
    editAddresses: new EditAddressTable(database),
    chunkedUploads: new ChunkedUploadTable(database),
    emailCodes: new EmailCodeTable(database),
    groups: new GroupTable(database),
    incidents: new IncidentTable(database),
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
