import type { Context } from '../context.ts';
import { MailLimits } from './mail-limits.ts';
import { type Dependencies, MailQueue } from './mail-queue.ts';

export { MAX_PER_ENTRY, MAX_PER_SENDER, type MailLimits } from './mail-limits.ts';
export type { MailFailure, MailQueue, MailReport, MailSettings } from './mail-queue.ts';

/** Creates the queue of e-mail, and the limits of the e-mails that users cause. */
export function createMail(context: Context, deps: Dependencies) {
  return { mailLimits: new MailLimits(context), mailQueue: new MailQueue(context, deps) };
}
