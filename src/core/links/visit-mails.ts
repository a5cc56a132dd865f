import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/durations.ts';
import type { Link } from '../../model/entries/link.ts';
import { nameInMail } from '../../model/people/mail.ts';
import type { StoredVisit } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import type { MailQueue } from '../mail/mail.ts';

/** An e-mail about a visit waits until nothing was sent for this time, in milliseconds. */
const QUIET_MS = 5 * MINUTE_MS;
/** It does not wait longer than this, in milliseconds. */
const MAX_WAIT_MS = 30 * MINUTE_MS;
/** Minimum time between two e-mails about a visit that lasts longer, in milliseconds. */
const BETWEEN_MS = HOUR_MS;
/** Maximum number of visits of a link with an e-mail in a day: a stranger can begin as many visits as they like. */
const MAX_VISITS = 20;

/** Tells users by e-mail what visitors of their links have sent: once for a visit, not for each file. */
export class VisitMails {
  readonly #context: Context;
  readonly #mailQueue: Pick<MailQueue, 'enqueueAt' | 'isConfigured'>;

  constructor(context: Context, mailQueue: Pick<MailQueue, 'enqueueAt' | 'isConfigured'>) {
    this.#context = context;
    this.#mailQueue = mailQueue;
  }

  /**
   * Queues the e-mail about a visit, or replaces the one that still waits. Runs inside the transaction that stores a
   * file.
   * @param visit including the file
   * @param sender what the visitor has entered; empty: nothing
   */
  queue(link: Link, visit: StoredVisit, sender: string): void {
    if (!this.#mailQueue.isConfigured) return;
    const { entries, linkVisits, mails, users } = this.#context.tables;
    const entry = entries.find(link.entryId);
    const recipient = users.find(link.createdBy.id);
    const times = this.#timesOf(link, visit);
    if (!entry || !recipient || !times) return;
    const message = {
      kind: 'link_upload',
      sender: sender === '' ? null : nameInMail(sender),
      entryName: entry.name,
      entryKind: entry.kind,
      entryId: entry.id,
      files: visit.files,
    } as const;
    if (times.replaces !== undefined) mails.delete(times.replaces);
    const mailId = this.#mailQueue.enqueueAt(recipient, message, times.dueAt);
    linkVisits.updateMail(visit.id, mailId, times.begunAt);
  }

  /**
   * When the e-mail was queued first and when to send it, in milliseconds UTC, and the id of the one that it replaces;
   * undefined: there have been too many today.
   */
  #timesOf(
    link: Link,
    { mailId, mailedAt }: StoredVisit,
  ): { readonly begunAt: number; readonly dueAt: number; readonly replaces?: number } | undefined {
    const { linkVisits, mails } = this.#context.tables;
    const now = this.#context.now();
    const quietAt = now + QUIET_MS;
    // A time in the future, because the clock was set back, must not delay the e-mail.
    const before = mailedAt === null ? -Infinity : Math.min(mailedAt, now);
    const waitsUntil = mailId === null ? undefined : mails.findDue(mailId);
    // One that is due is perhaps being sent: if it were replaced, both would be sent.
    if (mailId !== null && waitsUntil !== undefined && waitsUntil > now) {
      const earliest = Math.min(waitsUntil, now + BETWEEN_MS);
      const dueAt = Math.max(earliest, Math.min(quietAt, before + MAX_WAIT_MS));
      return { begunAt: before, dueAt, replaces: mailId };
    }
    const isOfToday = before > now - DAY_MS;
    if (!isOfToday && linkVisits.countMailed(link.id, now - DAY_MS) >= MAX_VISITS) return undefined;
    return { begunAt: now, dueAt: Math.max(quietAt, before + BETWEEN_MS) };
  }
}
