import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { MailLimits, MailQueue } from '../mail/mail.ts';
import { DependentShares } from './dependent-shares.ts';
import { ShareNotifications } from './share-notifications.ts';
import { Shares } from './shares.ts';

export { Leaving } from './leaving.ts';

/** Modules that this module depends on. */
interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly mailLimits: MailLimits;
  readonly mailQueue: MailQueue;
  readonly mountRoot: MountRoot;
}

/** Creates the service for grants of permissions on documents and folders. */
export function createSharing(context: Context, deps: Dependencies): Shares {
  const shareNotifications = new ShareNotifications(deps);
  const dependentShares = new DependentShares(context, deps);
  return new Shares(context, { ...deps, dependentShares, shareNotifications });
}
