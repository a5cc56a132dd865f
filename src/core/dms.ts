import type { Database } from '../storage/database.ts';
import { KeyFile } from '../storage/key-file.ts';
import { Access } from './access/access.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createActivity } from './activity/activity.ts';
import { createBrowse } from './browse/browse.ts';
import { createContext, type Environment } from './context.ts';
import { type CredentialSettings, createCredentials } from './credentials/credentials.ts';
import { createEntries } from './entries/entries.ts';
import { Health } from './health.ts';
import { Housekeeping } from './housekeeping.ts';
import { createLocks } from './locks/locks.ts';
import { MailQueue, type MailSettings } from './mail/mail.ts';
import { createPlacement } from './placement/placement.ts';
import { createSaving } from './saving/saving.ts';
import { Shares } from './sharing/sharing.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createVersions, type UploadLimits } from './versions/versions.ts';

/** What {@link createDms} is handed. */
export interface Dependencies extends Environment, Omit<CredentialSettings, 'keys'> {
  readonly database: Database;
  /** Absolute path. `blobs/` and `incoming/` are made in it. */
  readonly dataDirectory: string;
  readonly limits: UploadLimits;
  /** Most memory for finished listings; 0: none is kept. */
  readonly listingCacheBytes: number;
  /** Days that the trash keeps entries; 0: for good. */
  readonly trashKeepDays: number;
  /** Days that the activity log keeps entries; 0: for good. */
  readonly activityKeepDays: number;
  /** How long a document remembers the name that it left while a program saved it, in milliseconds; 0: not at all. */
  readonly renameWindowMs: number;
  /** How mail is written; left out without a mail server. */
  readonly mail?: MailSettings | undefined;
}

/** The core: everything that a face may ask for. */
export type Dms = ReturnType<typeof createDms>;

/** Wires the rooms of the core over an open database and a data directory. Each room uses those above it only. */
export function createDms(dependencies: Dependencies) {
  const { database, dataDirectory, limits, renameWindowMs } = dependencies;
  const context = createContext(dependencies, database, dataDirectory);
  const keys = new KeyFile(dataDirectory, context.randomBytes);

  const access = new Access(context);
  const { activity, securityEvents } = createActivity(context, access);
  const { locks, lockAdmin } = createLocks(context, { access, activity });
  const browse = createBrowse(context, access, dependencies.listingCacheBytes);
  const foundation = { access, activity, locks };
  const versions = createVersions(context, { ...foundation, ...browse }, limits);
  const placement = createPlacement(context, { ...foundation, ...browse, ...versions });
  const saving = createSaving(context, { ...foundation, ...placement, ...versions }, renameWindowMs);
  const entries = createEntries(context, { ...foundation, browse, placement, saving, versions });

  const mailQueue = new MailQueue(context, { activity, settings: dependencies.mail });
  const credentials = createCredentials(context, { ...dependencies, keys });
  const identity = { activity, mailQueue, securityEvents, ...credentials };
  const accounts = createAccounts(context, identity);
  const signIn = createSignIn(context, { ...identity, ...accounts });

  return {
    account: accounts.account,
    activity,
    authentication: signIn.authentication,
    documents: entries.documents,
    entries: entries.entries,
    folders: entries.folders,
    health: new Health(context, { access, reserveBytes: limits.reserveBytes }),
    housekeeping: new Housekeeping(context, { mailQueue, terms: dependencies, trash: placement.trash }),
    listingCache: browse.listingCache,
    lockAdmin,
    locks,
    mailQueue,
    properties: versions.properties,
    search: browse.search,
    securityEvents,
    sessions: signIn.sessions,
    shares: new Shares(context, { access, activity, mailQueue }),
    tokens: signIn.tokens,
    trash: placement.trash,
    tree: browse.tree,
    twoFactor: signIn.twoFactor,
    twoFactorSignIn: signIn.twoFactorSignIn,
    uploads: entries.uploads,
    users: accounts.users,
    versions: versions.history,
  };
}
