import { HOUR_MS } from '../../model/durations.ts';
import type { Share } from '../../model/entries/share.ts';
import { nameInMail } from '../../model/people/mail.ts';
import type { User } from '../../model/people/user.ts';
import type { AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { MailQueue } from '../mail/mail.ts';

/** Maximum number of e-mails about shares that one user may cause per hour. */
const MAX_PER_SENDER = 100;
/**
 * Maximum number of e-mails per recipient and entry in an hour. Repeating a share deletes the queued e-mail about the
 * previous one.
 */
const MAX_PER_ENTRY = 3;

interface Dependencies {
  readonly mailQueue: MailQueue;
}

/** An e-mail queued in the last hour. */
interface Sent {
  readonly change: object;
  readonly senderId: number;
  readonly recipientId: number;
  readonly entryId: number;
  readonly at: number;
}

/**
 * Notifies recipients of a share, with rate limits: sharing the same entry repeatedly must not flood a mailbox. The
 * counts are in memory, so a restart resets them.
 */
export class ShareNotifications {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** Oldest first. */
  #sent: readonly Sent[] = [];

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Commits a change that may call {@link ShareNotifications.notify}. E-mails count as soon as they are queued, so that
   * concurrent changes share the limits. If the change fails, its e-mails no longer count.
   * @param commit receives the object that identifies the change
   */
  async counting<Result>(commit: (change: object) => Promise<Result>): Promise<Result> {
    const change = {};
    try {
      return await commit(change);
    } catch (error) {
      this.#forget(change);
      throw error;
    }
  }

  /**
   * Queues the e-mails, to all recipients of a new share or to those added to a share (shares.ts). Recipients over a
   * limit are skipped. Runs inside the caller's transaction.
   * @param change from {@link ShareNotifications.counting}; on a retry, the e-mails of the earlier attempt no longer count
   */
  notify(change: object, { user, entry }: AuthorisedEntry, share: Share, recipients: readonly User[]): void {
    this.#forget(change);
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
      const sent = { change, senderId: user.userId, recipientId: recipient.id, entryId: entry.id };
      if (this.#countIfAllowed(sent)) this.#deps.mailQueue.enqueue(recipient, mail, user.userId);
    }
  }

  #forget(change: object): void {
    this.#sent = this.#sent.filter((each) => each.change !== change);
  }

  /** @returns false if a limit is reached */
  #countIfAllowed(next: Omit<Sent, 'at'>): boolean {
    const now = this.#context.now();
    // After the clock was set back, e-mails dated in the future must not count for longer than an hour.
    this.#sent = this.#sent.filter(({ at }) => at <= now && now - at < HOUR_MS);
    const own = this.#sent.filter(({ senderId }) => senderId === next.senderId);
    const same = this.#sent.filter(
      ({ recipientId, entryId }) => recipientId === next.recipientId && entryId === next.entryId,
    );
    if (own.length >= MAX_PER_SENDER || same.length >= MAX_PER_ENTRY) return false;
    this.#sent = [...this.#sent, { ...next, at: now }];
    return true;
  }
}
