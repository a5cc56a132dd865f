import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { ActivityLog } from './activity-log.ts';
import { ActivityPages } from './activity-pages.ts';
import { SecurityEvents } from './security-events.ts';

export type { ActivityLog, SecurityEvents };

/** The activity log: changes by users, sign-ins, failed sign-ins and denied writes (docs/build/contract/activity.md §18). */
export function createActivity(context: Context, access: Access) {
  const pages = new ActivityPages(context);
  const activity = new ActivityLog(context, { access, pages });
  return { activity, securityEvents: new SecurityEvents(context, { activity }) };
}
