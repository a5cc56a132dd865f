import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Favourites } from '../personal-lists/personal-lists.ts';
import { ContentReceiver, type UploadLimits } from './content-receiver.ts';
import { VersionHistory } from './history.ts';
import { Properties } from './properties.ts';
import { type HomeLimits, Quota } from './quota.ts';
import { VersionRetention, type VersionRules } from './retention.ts';
import { RunningUploads } from './running-uploads.ts';
import { Versioning } from './versioning.ts';

export { chunks, type ReceivedContent, type UploadAnnouncement } from './content-receiver.ts';
export { isKnownExtension, mediaType } from './media-type.ts';
export { assertPropertiesFit, PROPERTY_BYTES } from './properties.ts';
export type { VersionRules } from './retention.ts';
export type { RunningUpload } from './running-uploads.ts';
export type { NewContent, StoredContent } from './versioning.ts';
export type {
  ContentReceiver,
  Properties,
  Quota,
  RunningUploads,
  VersionHistory,
  Versioning,
  VersionRetention,
};

/** Limits on what users store. */
export type Limits = HomeLimits & UploadLimits;

/** Configuration of this module. */
interface Settings {
  readonly limits: Limits;
  readonly versionRules: VersionRules;
}

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly favourites: Favourites;
  readonly locks: WriteLocks;
  readonly records: EntryRecords;
  readonly tree: Tree;
}

/**
 * Creates the services for the content of documents: receiving it, adding versions, version history, retention, quota,
 * and dead properties.
 */
export function createVersions(context: Context, deps: Dependencies, settings: Settings) {
  const { activity, locks } = deps;
  const { limits, versionRules: rules } = settings;
  const quota = new Quota(context, { limits });
  const versioning = new Versioning(context, { activity, quota });
  return {
    contentReceiver: new ContentReceiver(context, { limits }),
    history: new VersionHistory(context, { ...deps, quota, versioning }),
    properties: new Properties(context, { ...deps, quota }),
    quota,
    runningUploads: new RunningUploads(context),
    versioning,
    versionRetention: new VersionRetention(context, { activity, locks, quota, rules }),
  };
}
