import type { Share } from '../../model/entries/share.ts';
import { nameInMail } from '../../model/people/mail.ts';
import type { User } from '../../model/people/user.ts';
import type { Reached } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { MailQueue } from '../mail/mail.ts';

const HOUR_MS = 60 * 60_000;
/** E-mails about shares that one user may cause in an hour. */
const MOST_OF_SENDER = 100;
/** E-mails about one entry that one recipient gets in an hour: a share that is made anew drops the letter about the one before. */
const MOST_OF_ENTRY = 3;

/** What {@link ShareMail} works with. */
interface Parts {
  readonly mailQueue: MailQueue;
}

/** An e-mail of the last hour. */
interface Sent {
  readonly change: object;
  readonly senderId: number;
  readonly recipientId: number;
  readonly entryId: number;
  readonly at: number;
}

/**
 * Tells recipients about a share, within limits: sharing the same entry again and again must not flood anybody. What was
 * sent is in memory, so a restart forgets it.
 */
export class ShareMail {
  readonly #context: Context;
  readonly #parts: Parts;
  /** The oldest first. */
  #sent: readonly Sent[] = [];

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Commits a change that may call {@link ShareMail.notify}. What it has queued counts at once, so that changes of the same
   * moment keep the limits together, and no longer if it fails.
   * @param commit is given what stands for the change
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
   * Queues the e-mails. Who may not get one is left out. Runs inside the caller's transaction.
   * @param change from {@link ShareMail.counting}: when it is made again, what it queued before does not count
   */
  notify(change: object, { user, entry }: Reached, share: Share, recipients: readonly User[]): void {
    this.#forget(change);
    const letter = {
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
      if (this.#countIfAllowed(sent)) this.#parts.mailQueue.enqueue(recipient, letter, user.userId);
    }
  }

  #forget(change: object): void {
    this.#sent = this.#sent.filter((each) => each.change !== change);
  }

  /** @returns false if a limit is reached */
  #countIfAllowed(next: Omit<Sent, 'at'>): boolean {
    const now = this.#context.now();
    // After the clock was set back, what was sent later than now must not count for longer.
    this.#sent = this.#sent.filter(({ at }) => at <= now && now - at < HOUR_MS);
    const own = this.#sent.filter(({ senderId }) => senderId === next.senderId);
    const same = this.#sent.filter(
      ({ recipientId, entryId }) => recipientId === next.recipientId && entryId === next.entryId,
    );
    if (own.length >= MOST_OF_SENDER || same.length >= MOST_OF_ENTRY) return false;
    this.#sent = [...this.#sent, { ...next, at: now }];
    return true;
  }
}
