import { HOUR_MS } from '../../model/durations.ts';
import { normalEmail } from '../../model/people/email-address.ts';
import type { Context } from '../context.ts';

/** Maximum number of e-mails that one user may cause per hour. */
export const MAX_PER_SENDER = 100;
/** Maximum number of e-mails per address and entry in an hour. */
export const MAX_PER_ENTRY = 3;

/** An e-mail that a user causes. */
interface CausedMail {
  readonly senderId: number;
  readonly address: string;
  readonly entryId: number;
}

interface Counted extends CausedMail {
  readonly change: object;
  readonly at: number;
}

/** The limit that an e-mail would exceed. */
export type MailLimit = 'sender' | 'address';

/**
 * Limits of the e-mails that users cause with shares and links: nobody must be able to flood a mailbox. The counts are in
 * memory, so a restart resets them.
 */
export class MailLimits {
  readonly #context: Context;
  /** E-mails of the last hour, oldest first. */
  #counted: readonly Counted[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Commits a change that may call {@link MailLimits.count}. E-mails count as soon as they are queued, so that
   * concurrent changes share the limits. If the change fails, its e-mails no longer count.
   * @param commit receives the object that identifies the change
   */
  async counting<Result>(commit: (change: object) => Promise<Result>): Promise<Result> {
    const change = {};
    try {
      return await commit(change);
    } catch (error) {
      this.forget(change);
      throw error;
    }
  }

  /** Removes the e-mails of a change from the counts: it is retried, or has failed. */
  forget(change: object): void {
    this.#counted = this.#counted.filter((each) => each.change !== change);
  }

  /**
   * Counts an e-mail, unless it exceeds a limit.
   * @returns the limit that it exceeds; undefined if it was counted
   */
  count(change: object, { senderId, address, entryId }: CausedMail): MailLimit | undefined {
    const now = this.#context.now();
    const mail = { change, senderId, address: normalEmail(address).toLowerCase(), entryId, at: now };
    // After the clock was set back, e-mails dated in the future must not count for longer than an hour.
    this.#counted = this.#counted.filter(({ at }) => at <= now && now - at < HOUR_MS);
    const own = this.#counted.filter((each) => each.senderId === senderId);
    if (own.length >= MAX_PER_SENDER) return 'sender';
    const same = this.#counted.filter((each) => each.address === mail.address && each.entryId === entryId);
    if (same.length >= MAX_PER_ENTRY) return 'address';
    this.#counted = [...this.#counted, mail];
    return undefined;
  }
}
