import { ActivityTable } from '../storage/activities.ts';
import { Ancestry } from '../storage/ancestry.ts';
import { Blobs } from '../storage/blobs.ts';
import type { Database } from '../storage/database.ts';
import { DepartureTable } from '../storage/departures.ts';
import { DocumentTable } from '../storage/documents.ts';
import { EntryTable } from '../storage/entries.ts';
import { Keepsakes } from '../storage/keepsakes.ts';
import { KeyFile } from '../storage/key-file.ts';
import { LockTable } from '../storage/locks.ts';
import { MailTable } from '../storage/mails.ts';
import { EmailCodeTable, RecoveryCodeTable } from '../storage/one-time-codes.ts';
import { People } from '../storage/people.ts';
import { PropertyTable } from '../storage/properties.ts';
import { SearchIndex } from '../storage/search-index.ts';
import { SecondFactorTable } from '../storage/second-factors.ts';
import { SeenAddressTable } from '../storage/seen-addresses.ts';
import { SessionTable } from '../storage/sessions.ts';
import { ShareTable } from '../storage/shares.ts';
import { Subtrees } from '../storage/subtrees.ts';
import { TokenTable } from '../storage/tokens.ts';
import { TrashTable } from '../storage/trash.ts';
import { UserTable } from '../storage/users.ts';
import { VersionTable } from '../storage/versions.ts';
import { Access } from './access.ts';
import { Account } from './account.ts';
import { ActivityLog } from './activity.ts';
import { type ContentLimits, Contents } from './contents.ts';
import type { Context, Environment } from './context.ts';
import { Departures } from './departures.ts';
import { Destinations } from './destinations.ts';
import { Documents } from './documents.ts';
import { Entries } from './entries.ts';
import { Folders } from './folders.ts';
import { Health } from './health.ts';
import { HeldLocks } from './held-locks.ts';
import { Homes } from './homes.ts';
import { Housekeeping } from './housekeeping.ts';
import { Incidents } from './incidents.ts';
import { Listings } from './listings.ts';
import { Litter } from './litter.ts';
import { Locks } from './locks.ts';
import { type MailSettings, Mails } from './mails.ts';
import { Mount } from './mount.ts';
import { type PasswordCost, Passwords } from './passwords.ts';
import { Positions } from './positions.ts';
import { Properties } from './properties.ts';
import { PutPlaces } from './put-places.ts';
import { Reauthentication } from './reauthentication.ts';
import { Records } from './records.ts';
import { Revisions } from './revisions.ts';
import { Sealing } from './sealing.ts';
import { Search } from './search.ts';
import { Sessions } from './sessions.ts';
import { Shares } from './shares.ts';
import { SignIn } from './sign-in.ts';
import { Successions } from './successions.ts';
import { Throttle, type ThrottleLimits } from './throttle.ts';
import { Tokens } from './tokens.ts';
import { Trash } from './trash.ts';
import { Tree } from './tree.ts';
import { TwoFactor } from './two-factor.ts';
import { TwoFactorSignIn } from './two-factor-sign-in.ts';
import { Usage } from './usage.ts';
import { Users } from './users.ts';
import { Versions } from './versions.ts';

/** What {@link createDms} is handed. */
export interface Dependencies extends Environment {
  readonly database: Database;
  /** Absolute path; `blobs/` and `incoming/` are made in it. */
  readonly dataDirectory: string;
  readonly limits: ContentLimits;
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
  const mails = new Mails(context, tables, log, dependencies.mail);
  const incidents = new Incidents(context, shared);

  const successions = new Successions(shared);
  const entries = new Entries(context, { ...shared, successions });
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
    heldLocks: new HeldLocks(context, { ...shared, lockTable: tables.locks }),
    housekeeping: new Housekeeping(context, trash, { ...tables, mails }, dependencies),
    incidents,
    listings: new Listings(context, mount, tables.locks, dependencies.listingCacheBytes),
    locks,
    mails,
    properties: new Properties(context, access, tables.properties, locks, log),
    search: new Search(shared),
    shares: new Shares(context, { ...shared, mails }),
    trash,
    tree,
    versions: new Versions(context, { ...shared, versionTable: tables.versions }),
  };
}

/** The accounts, and how their users prove who they are. */
function accountsOf(
  context: Context,
  tables: ReturnType<typeof tablesOf>,
  { incidents, log, mails }: { incidents: Incidents; log: ActivityLog; mails: Mails },
  dependencies: Dependencies,
) {
  const { users, sessions, tokens } = tables;
  const passwords = new Passwords(dependencies.passwordCost);
  const throttle = new Throttle(context.now, dependencies.signInLimits);
  const homes = new Homes(context, tables.entries, log);
  const reauthentication = new Reauthentication(users, passwords, throttle, incidents);
  const sealing = new Sealing(tables.keyFile, context.randomBytes);
  const parts = { ...tables, incidents, log, mails, passwords, reauthentication, sealing };
  return {
    account: new Account(context, parts),
    sessions: new Sessions(context, sessions, log),
    signIn: new SignIn(context, users, sessions, tokens, log, passwords, throttle, incidents),
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
  const records = new Records(context, access, tables);
  const mount = new Mount(context, access, tables);
  const tree = new Tree(context, access, records, mount, tables.entries);
  const locks = new Locks(context, access, tables.locks, log);
  const usage = new Usage(tables.users);
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
  const positions = new Positions(context, named);
  return {
    ...named,
    contents: new Contents(context, tables.blobs, limits),
    departures: new Departures(context, { ...named, positions }, renameWindowMs),
    destinations: new Destinations(named),
    litter: new Litter(context, named, renameWindowMs),
    positions,
    revisions: new Revisions(context, tables, usage, log),
    trash: new Trash(context, named),
  };
}

function tablesOf(database: Database, dataDirectory: string, randomBytes: (size: number) => Buffer) {
  return {
    activities: new ActivityTable(database),
    ancestry: new Ancestry(database),
    blobs: new Blobs(database, dataDirectory),
    departures: new DepartureTable(database),
    documents: new DocumentTable(database),
    emailCodes: new EmailCodeTable(database),
    entries: new EntryTable(database),
    keepsakes: new Keepsakes(database),
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
