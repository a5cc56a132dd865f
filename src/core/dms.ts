import { ActivityTable } from '../storage/accounts/activities.ts';
import { MailTable } from '../storage/accounts/mails.ts';
import { EmailCodeTable, RecoveryCodeTable } from '../storage/accounts/one-time-codes.ts';
import { People } from '../storage/accounts/people.ts';
import { SecondFactorTable } from '../storage/accounts/second-factors.ts';
import { SeenAddressTable } from '../storage/accounts/seen-addresses.ts';
import { SessionTable } from '../storage/accounts/sessions.ts';
import { TokenTable } from '../storage/accounts/tokens.ts';
import { UserTable } from '../storage/accounts/users.ts';
import { Blobs } from '../storage/blobs/blobs.ts';
import { KeyFile } from '../storage/key-file.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { Ancestry } from '../storage/tree/ancestry.ts';
import { DisposableEntries } from '../storage/tree/disposable-entries.ts';
import { DocumentTable } from '../storage/tree/documents.ts';
import { EntryTable } from '../storage/tree/entries.ts';
import { LockTable } from '../storage/tree/locks.ts';
import { PropertyTable } from '../storage/tree/properties.ts';
import { SearchIndex } from '../storage/tree/search-index.ts';
import { ShareTable } from '../storage/tree/shares.ts';
import { Subtrees } from '../storage/tree/subtrees.ts';
import { TrashTable } from '../storage/tree/trash.ts';
import { VacatedNameTable } from '../storage/tree/vacated-names.ts';
import { VersionTable } from '../storage/tree/versions.ts';
import { Access } from './access/access.ts';
import { Account } from './accounts/account.ts';
import { Homes } from './accounts/homes.ts';
import { Reauthentication } from './accounts/reauthentication.ts';
import { Users } from './accounts/users.ts';
import { ActivityLog } from './activity/activity-log.ts';
import { SecurityEvents } from './activity/security-events.ts';
import { EntryRecords } from './browse/entry-records.ts';
import { ListingCache } from './browse/listing-cache.ts';
import { MountRoot } from './browse/mount-root.ts';
import { Search } from './browse/search.ts';
import { Tree } from './browse/tree.ts';
import type { Context, Environment } from './context.ts';
import { Encryption } from './credentials/encryption.ts';
import { type PasswordCost, Passwords } from './credentials/passwords.ts';
import { Throttle, type ThrottleLimits } from './credentials/throttle.ts';
import { Documents } from './entries/documents.ts';
import { EntryOperations } from './entries/entry-operations.ts';
import { Folders } from './entries/folders.ts';
import { Health } from './health.ts';
import { Housekeeping } from './housekeeping.ts';
import { LockAdmin } from './locks/lock-admin.ts';
import { WriteLocks } from './locks/write-locks.ts';
import { MailQueue, type MailSettings } from './mail/mail-queue.ts';
import { PutPlaces } from './placement/put-places.ts';
import { Relocation } from './placement/relocation.ts';
import { Targets } from './placement/targets.ts';
import { Trash } from './placement/trash.ts';
import { Replacement } from './saving/replacement.ts';
import { TemporaryFiles } from './saving/temporary-files.ts';
import { VacatedNames } from './saving/vacated-names.ts';
import { Shares } from './sharing/shares.ts';
import { Authentication } from './sign-in/authentication.ts';
import { Sessions } from './sign-in/sessions.ts';
import { Tokens } from './sign-in/tokens.ts';
import { TwoFactor } from './sign-in/two-factor.ts';
import { TwoFactorSignIn } from './sign-in/two-factor-sign-in.ts';
import { VersionHistory } from './versions/history.ts';
import { Properties } from './versions/properties.ts';
import { Quota } from './versions/quota.ts';
import { type UploadLimits, Uploads } from './versions/uploads.ts';
import { Versioning } from './versions/versioning.ts';

/** What {@link createDms} is handed. */
export interface Dependencies extends Environment {
  readonly database: Database;
  /** Absolute path; `blobs/` and `incoming/` are made in it. */
  readonly dataDirectory: string;
  readonly limits: UploadLimits;
  readonly signInLimits: ThrottleLimits;
  /** Most that finished listings may take in memory; 0: none is kept. */
  readonly listingCacheBytes: number;
  /** Days that the trash keeps; 0: for good. */
  readonly trashKeepDays: number;
  /** Days that the log of what happened goes back; 0: all of it is kept. */
  readonly activityKeepDays: number;
  /** How long a name is remembered that a document left while it was being saved, in milliseconds; 0: not at all. */
  readonly renameWindowMs: number;
  /** How letters are written; left out without a mail server. */
  readonly mail?: MailSettings | undefined;
  /** What a password costs to try; the recommended cost when left out. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** The core: everything that a face may ask for. */
export type Dms = ReturnType<typeof createDms>;

/** Wires the core over an open database and a data directory. */
export function createDms(dependencies: Dependencies) {
  const { database, now, randomBytes, log: logger, limits } = dependencies;
  const context: Context = { database, now, randomBytes, log: logger };
  const tables = tablesOf(database, dependencies.dataDirectory, randomBytes);
  const { blobs, users } = tables;
  const shared = foundationsOf(context, tables, dependencies);
  const { access, locks, log, mount, trash, tree } = shared;
  const mails = new MailQueue(context, tables, log, dependencies.mail);
  const incidents = new SecurityEvents(context, shared);

  const successions = new Replacement(shared);
  const entries = new EntryOperations(context, { ...shared, successions });
  const putPlaces = new PutPlaces(shared);

  return {
    ...accountsOf(context, tables, { incidents, log, mails }, dependencies),
    activity: log,
    /** See {@link Database.catchUp}: a face calls it when a request has come, and again after it has waited for anything. */
    catchUp: () => database.catchUp(),
    contents: shared.contents,
    documents: new Documents(context, { ...shared, documents: tables.documents, entries, putPlaces }),
    entries,
    folders: new Folders(context, shared),
    health: new Health(context, access, blobs, users, limits.reserveBytes),
    heldLocks: new LockAdmin(context, { ...shared, lockTable: tables.locks }),
    housekeeping: new Housekeeping(context, trash, { ...tables, mails }, dependencies),
    incidents,
    listings: new ListingCache(context, mount, tables.locks, dependencies.listingCacheBytes),
    locks,
    mails,
    properties: new Properties(context, access, tables.properties, locks, log),
    search: new Search(shared),
    shares: new Shares(context, { ...shared, mails }),
    trash,
    tree,
    versions: new VersionHistory(context, { ...shared, versionTable: tables.versions }),
  };
}

/** The accounts, and how their users prove who they are. */
function accountsOf(
  context: Context,
  tables: ReturnType<typeof tablesOf>,
  { incidents, log, mails }: { incidents: SecurityEvents; log: ActivityLog; mails: MailQueue },
  dependencies: Dependencies,
) {
  const { users, sessions, tokens } = tables;
  const passwords = new Passwords(dependencies.passwordCost);
  const throttle = new Throttle(context.now, dependencies.signInLimits);
  const homes = new Homes(context, tables.entries, log);
  const reauthentication = new Reauthentication(users, passwords, throttle, incidents);
  const sealing = new Encryption(tables.keyFile, context.randomBytes);
  const parts = { ...tables, incidents, log, mails, passwords, reauthentication, sealing };
  return {
    account: new Account(context, parts),
    sessions: new Sessions(context, sessions, log),
    signIn: new Authentication(context, users, sessions, tokens, log, passwords, throttle, incidents),
    tokens: new Tokens(context, tokens, users, log, mails),
    twoFactor: new TwoFactor(context, parts),
    twoFactorSignIn: new TwoFactorSignIn(context, parts),
    users: new Users(context, users, sessions, log, passwords, homes, mails),
  };
}

/** What several use cases rest on. */
function foundationsOf(context: Context, tables: ReturnType<typeof tablesOf>, dependencies: Dependencies) {
  const { limits, renameWindowMs } = dependencies;
  const access = new Access(context, tables);
  const log = new ActivityLog(context, tables.activities, access);
  const records = new EntryRecords(context, access, tables);
  const mount = new MountRoot(context, access, tables);
  const tree = new Tree(context, access, records, mount, tables.entries);
  const locks = new WriteLocks(context, access, tables.locks, log);
  const usage = new Quota(tables.users);
  const named = {
    ...tables,
    departureTable: tables.departures,
    entryTable: tables.entries,
    trashTable: tables.trash,
    access,
    locks,
    log,
    mount,
    records,
    tree,
    usage,
  };
  const positions = new Relocation(context, named);
  return {
    ...named,
    contents: new Uploads(context, tables.blobs, limits),
    departures: new VacatedNames(context, { ...named, positions }, renameWindowMs),
    destinations: new Targets(named),
    litter: new TemporaryFiles(context, named, renameWindowMs),
    positions,
    revisions: new Versioning(context, tables, usage, log),
    trash: new Trash(context, named),
  };
}

function tablesOf(database: Database, dataDirectory: string, randomBytes: (size: number) => Buffer) {
  return {
    activities: new ActivityTable(database),
    ancestry: new Ancestry(database),
    blobs: new Blobs(database, dataDirectory),
    departures: new VacatedNameTable(database),
    documents: new DocumentTable(database),
    emailCodes: new EmailCodeTable(database),
    entries: new EntryTable(database),
    keepsakes: new DisposableEntries(database),
    keyFile: new KeyFile(dataDirectory, randomBytes),
    locks: new LockTable(database),
    mails: new MailTable(database),
    people: new People(database),
    properties: new PropertyTable(database),
    recoveryCodes: new RecoveryCodeTable(database),
    searchIndex: new SearchIndex(database),
    secondFactors: new SecondFactorTable(database),
    seenAddresses: new SeenAddressTable(database),
    sessions: new SessionTable(database),
    shares: new ShareTable(database),
    subtrees: new Subtrees(database),
    tokens: new TokenTable(database),
    trash: new TrashTable(database),
    users: new UserTable(database),
    versions: new VersionTable(database),
  };
}
