import type { Knex } from 'knex';
import * as initial from './0001-initial.ts';
import * as departures from './0002-departures.ts';
import * as searchQueue from './0003-search-queue.ts';
import * as mails from './0004-mails.ts';
import * as twoFactor from './0005-two-factor.ts';
import * as activity from './0006-activity.ts';
import * as mountNames from './0007-mount-names.ts';
import * as tokenParents from './0008-token-parents.ts';
import * as usedEntries from './0009-used-entries.ts';
import * as erasures from './0010-erasures.ts';
import * as knownAddresses from './0012-known-addresses.ts';
import * as longLists from './0013-long-lists.ts';
import * as busyDocuments from './0014-busy-documents.ts';
import * as activityActions from './0015-activity-actions.ts';
import * as derivedIndex from './0016-derived-index.ts';
import * as backups from './0017-backups.ts';
import * as unfinishedUploads from './0018-unfinished-uploads.ts';
import * as passwordLinks from './0019-password-links.ts';
import * as languages from './0020-languages.ts';
import * as activityData from './0021-activity-data.ts';
import * as completeUploads from './0022-complete-uploads.ts';
import * as countedDetails from './0023-counted-details.ts';

/** One migration of the schema. Each runs in its own transaction. */
export interface Migration {
  /** Stored in the table `schema_migrations` once applied. */
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

/** All migrations in their order; no step was ever named 0011. Listed by hand, so that a bundled program contains them. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', up: initial.up },
  { name: '0002-departures', up: departures.up },
  { name: '0003-search-queue', up: searchQueue.up },
  { name: '0004-mails', up: mails.up },
  { name: '0005-two-factor', up: twoFactor.up },
  { name: '0006-activity', up: activity.up },
  { name: '0007-mount-names', up: mountNames.up },
  { name: '0008-token-parents', up: tokenParents.up },
  { name: '0009-used-entries', up: usedEntries.up },
  { name: '0010-erasures', up: erasures.up },
  { name: '0012-known-addresses', up: knownAddresses.up },
  { name: '0013-long-lists', up: longLists.up },
  { name: '0014-busy-documents', up: busyDocuments.up },
  { name: '0015-activity-actions', up: activityActions.up },
  { name: '0016-derived-index', up: derivedIndex.up },
  { name: '0017-backups', up: backups.up },
  { name: '0018-unfinished-uploads', up: unfinishedUploads.up },
  { name: '0019-password-links', up: passwordLinks.up },
  { name: '0020-languages', up: languages.up },
  { name: '0021-activity-data', up: activityData.up },
  { name: '0022-complete-uploads', up: completeUploads.up },
  { name: '0023-counted-details', up: countedDetails.up },
];
