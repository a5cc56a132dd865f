import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import type { PathUploads, ResumableUploads, Uploads } from '../entries/entries.ts';
import type { MailLimits, MailQueue } from '../mail/mail.ts';
import { LinkAdmin } from './link-admin.ts';
import { LinkMail } from './link-mail.ts';
import type { LinkPolicy } from './link-rules.ts';
import { LinkUploads } from './link-uploads.ts';
import { LinkVisits } from './link-visits.ts';

export { MAX_ADDRESSES, MAX_TEXT_BYTES } from './link-mail.ts';
export {
  allowsDownloads,
  type LinkPolicy,
  MAX_DOWNLOADS,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_LABEL_CHARACTERS,
  takesFiles,
} from './link-rules.ts';
export type { SentFiles } from './link-uploads.ts';
export type { LinkedEntry, Visit, VisitRequest } from './link-visits.ts';
export type { RunningForm } from './running-form.ts';
export type { Sender } from './sender.ts';

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly mailLimits: MailLimits;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly pathUploads: PathUploads;
  readonly resumableUploads: ResumableUploads;
  readonly throttle: Throttle;
  readonly uploads: Uploads;
}

/** Creates the services for links, which open an entry without an account: for their creators, and for their visitors. */
export function createLinks(context: Context, deps: Dependencies, policy: LinkPolicy) {
  const links = new LinkAdmin(context, deps, policy);
  const linkVisits = new LinkVisits(context, deps, policy);
  return {
    links,
    linkMail: new LinkMail(context, { ...deps, links }),
    linkVisits,
    linkUploads: new LinkUploads(context, { ...deps, linkVisits }),
  };
}
