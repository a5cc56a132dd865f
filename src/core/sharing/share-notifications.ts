import type { Share } from '../../model/entries/share.ts';
import { nameInMail } from '../../model/people/mail.ts';
import type { User } from '../../model/people/user.ts';
import type { AuthorisedEntry } from '../access/access.ts';
import type { MailLimits, MailQueue } from '../mail/mail.ts';

interface Dependencies {
  readonly mailLimits: MailLimits;
  readonly mailQueue: MailQueue;
}

/** Notifies recipients of a share, within the limits for e-mails that users cause. */
export class ShareNotifications {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Commits a change that may call {@link ShareNotifications.notify}. If the change fails, its e-mails do not count.
   * @param commit receives the object that identifies the change
   */
  counting<Result>(commit: (change: object) => Promise<Result>): Promise<Result> {
    return this.#deps.mailLimits.counting(commit);
  }

  /**
   * Queues the e-mails, to all recipients of a new share or to those added to a share (shares.ts). Recipients over a
   * limit are skipped. Runs inside the caller's transaction. Repeating a share deletes the queued e-mail about the
   * previous one.
   * @param change from {@link ShareNotifications.counting}; on a retry, the e-mails of the earlier attempt no longer count
   */
  notify(change: object, { user, entry }: AuthorisedEntry, share: Share, recipients: readonly User[]): void {
    const { mailLimits, mailQueue } = this.#deps;
    mailLimits.forget(change);
    const mail = {
      kind: 'share',
      sharer: nameInMail(user.name),
      entryName: entry.name,
      entryKind: entry.kind,
      entryId: entry.id,
      permissions: share.permissions,
      expiresAt: share.expiresAt,
      shareId: share.id,
    } as const;
    for (const recipient of recipients) {
      const caused = { senderId: user.userId, address: recipient.email, entryId: entry.id };
      if (mailLimits.count(change, caused) === undefined) mailQueue.enqueue(recipient, mail, user.userId);
    }
  }
}
