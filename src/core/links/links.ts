import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import { LinkAdmin } from './link-admin.ts';
import type { LinkPolicy } from './link-rules.ts';
import { LinkVisits } from './link-visits.ts';

export { type LinkPolicy, MAX_DOWNLOADS, MAX_LABEL_CHARACTERS } from './link-rules.ts';
export type { LinkedEntry, Visit, VisitRequest } from './link-visits.ts';

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** Creates the services for links, which open an entry without an account: for their creators, and for their visitors. */
export function createLinks(context: Context, deps: Dependencies, policy: LinkPolicy) {
  return {
    links: new LinkAdmin(context, deps, policy),
    linkVisits: new LinkVisits(context, deps, policy),
  };
}
