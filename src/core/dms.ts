import type { PeopleSearch } from '../model/people/user.ts';
import type { Incoming } from '../storage/blobs/blobs.ts';
import type { Database } from '../storage/database/database.ts';
import { Access } from './access/access.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createActivity } from './activity/activity.ts';
import { type AlarmSettings, createAlarm } from './alarm/alarm.ts';
import { createBrowse } from './browse/browse.ts';
import { Clock } from './clock.ts';
import { createContext, type Environment } from './context.ts';
import { type CredentialSettings, createCredentials } from './credentials/credentials.ts';
import { EditAddresses } from './edit-addresses/edit-addresses.ts';
import { createEntries } from './entries/entries.ts';
import { Events } from './events/events.ts';
import { Groups } from './groups/groups.ts';
import { createHealth, type HealthSettings } from './health.ts';
import { createHistory } from './history/history.ts';
import { Housekeeping } from './housekeeping.ts';
import { createLinks, type LinkPolicy } from './links/links.ts';
import { createLocks } from './locks/locks.ts';
import { createMail, type MailSettings } from './mail/mail.ts';
import { createPersonalLists } from './personal-lists/personal-lists.ts';
import { createPlacement } from './placement/placement.ts';
import { createRenditions } from './renditions/renditions.ts';
import { createSafeSave } from './safe-save/safe-save.ts';
import { createServiceReport } from './service-report.ts';
import { SharedEntries } from './shared-with/shared-with.ts';
import { createSharing } from './sharing/sharing.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createTreeTags } from './sync/sync.ts';
import { createUndos } from './undo/undo.ts';
import { createVersions, type Limits, type VersionRules } from './versions/versions.ts';

/** Parameters of {@link createDms}. */
export interface Dependencies extends Environment, HealthSettings, CredentialSettings {
  readonly database: Database;
  /** Absolute path. The folders `blobs/` and `incoming/` are created in it. */
  readonly dataDirectory: string;
  /** Folder for contents that arrive; undefined: the folder `incoming/` itself, as for the service. */
  readonly incoming?: Incoming | undefined;
  readonly limits: Limits;
  /** Maximum memory for the cache of folder listings, in bytes; 0: no cache. */
  readonly listingCacheBytes: number;
  /** Retention rules for the versions of documents. */
  readonly versionRules: VersionRules;
  /** Days that entries stay in the trash; 0: until they are purged or restored. */
  readonly trashKeepDays: number;
  /** Days that activities stay in the log; 0: permanently. */
  readonly activityKeepDays: number;
  readonly alarm: AlarmSettings;
  /** Which users can be found as recipients of shares. */
  readonly peopleSearch: PeopleSearch;
  /** Maximum total size of the stored thumbnails, in bytes. */
  readonly thumbnailBytes: number;
  /**
   * How long the server remembers that a user moved a document to a temporary name or deleted it, in milliseconds; 0:
   * not at all (docs/build/webdav-clients.md, rules 2 and 3).
   */
  readonly renameWindowMs: number;
  /** Rules for links that open an entry without an account. */
  readonly linkPolicy: LinkPolicy;
  /** Mail settings; undefined without a mail server. */
  readonly mail?: MailSettings | undefined;
  /** Interval at which events are sent, in milliseconds. Default: a second. */
  readonly eventTickMs?: number | undefined;
}

/** The core: every function that REST, WebDAV, the command line and background jobs can call. */
export type Dms = ReturnType<typeof createDms>;

/**
 * Creates the core for an open, migrated database and a data directory. The modules are created in the order of their
 * dependencies: each uses only modules created before it.
 */
export function createDms(dependencies: Dependencies) {
  const { database, dataDirectory, incoming, limits, renameWindowMs: windowMs } = dependencies;
  const clock = new Clock(dependencies.now);
  const context = createContext({ ...dependencies, now: clock.now }, database, dataDirectory, incoming);

  const access = new Access(context);
  const { activity, securityEvents } = createActivity(context, access);
  const renditions = createRenditions(context, access, limits.reserveBytes);
  const browse = createBrowse(context, { access, ...renditions }, dependencies.listingCacheBytes);
  const { folderPages, listingCache, locations, search, tree } = browse;
  const personalLists = createPersonalLists(context, { access, ...browse });
  const { frozenSubtrees, ...writeLocks } = createLocks(context, { access, activity, tree });
  const common = { access, activity, locks: writeLocks.locks };
  const versions = createVersions(context, { ...common, ...browse, ...personalLists }, dependencies);
  const belowPlacement = { ...common, ...browse, ...versions };
  const placement = createPlacement(context, { ...belowPlacement, frozenSubtrees }, dependencies);
  const { emptyTrash, trash, trashRecords } = placement;
  const safeSave = createSafeSave(context, { ...belowPlacement, ...placement }, windowMs);
  const entries = createEntries(context, { ...common, ...renditions, browse, placement, safeSave, versions });

  const mail = createMail(context, { activity, settings: dependencies.mail });
  const credentials = createCredentials(context, dependencies);
  const accountParts = { activity, ...mail, securityEvents, ...credentials };
  const accounts = createAccounts(context, { ...accountParts, peopleSearch: dependencies.peopleSearch });
  const health = createHealth(context, access, dependencies);
  const keepers = { ...placement, ...versions, activity, clock, ...mail };

  return {
    ...entries,
    account: accounts.account,
    activity,
    ...createAlarm(context, { activity, ...mail }, dependencies.alarm),
    editAddresses: new EditAddresses(context, { access }),
    events: new Events(context, { access }, dependencies.eventTickMs),
    ...{ folderPages, listingCache, locations, search, tree },
    groups: new Groups(context, { activity, ...browse, peopleSearch: dependencies.peopleSearch }),
    ...health,
    ...createHistory(context, { access, ...browse }),
    ...createLinks(context, { ...accountParts, ...entries, access }, dependencies.linkPolicy),
    housekeeping: new Housekeeping(context, { ...entries, ...keepers, retention: dependencies }),
    indexing: renditions.indexing,
    ...writeLocks,
    mailQueue: mail.mailQueue,
    passwordLinks: accounts.passwordLinks,
    people: accounts.people,
    properties: versions.properties,
    ...personalLists,
    renditionQueue: renditions.renditionQueue,
    renditions: renditions.renditions,
    securityEvents,
    ...createServiceReport(context, { ...health, ...mail, securityEvents }),
    setup: accounts.setup,
    ...createSignIn(context, { ...accountParts, ...accounts }),
    sharedEntries: new SharedEntries(context, dependencies.linkPolicy),
    shares: createSharing(context, { access, activity, ...mail, mountRoot: browse.mountRoot }),
    ...createTreeTags(context, { access, mountRoot: browse.mountRoot }),
    ...{ emptyTrash, trash, trashRecords },
    undos: createUndos(context, { ...common, ...placement, ...versions }),
    users: accounts.users,
    versionRetention: versions.versionRetention,
    versions: versions.history,
  };
}
