import type { MailMessage } from '../../model/mail.ts';
import type { User } from '../../model/user.ts';
import type { Mail } from '../../storage/accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import { compose } from './mail-templates.ts';

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** For so long a letter is tried, unless it is of no use earlier. */
const LIFETIME_MS = 24 * 60 * MINUTE_MS;
/** A reason is for people: what a server says beyond this is noise. */
const REASON_LENGTH = 500;

/** How letters are written. */
export interface MailSettings {
  /** Where users find the service, without a slash at its end; null: letters have no link. */
  readonly baseUrl: string | null;
}

/** Why a letter was not taken. */
export interface MailFailure {
  readonly reason: string;
  /** The server will never take it. */
  readonly isPermanent: boolean;
}

/** What {@link MailQueue} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly settings: MailSettings | undefined;
}

/**
 * The queue of e-mail. Whoever changes something enqueues the letter in the same transaction; the job that sends them
 * asks for what is due and says how it went. A crash in between sends a letter twice rather than never.
 */
export class MailQueue {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** False without SMTP in the configuration: then nothing is queued. */
  get isConfigured(): boolean {
    return this.#parts.settings !== undefined;
  }

  /** Within the transaction of the change that the letter is about. */
  enqueue(recipient: Pick<User, 'id' | 'name' | 'email'>, letter: MailMessage): void {
    if (this.#parts.settings === undefined) return;
    const now = this.#context.now();
    this.#context.tables.mails.insert({
      userId: recipient.id,
      shareId: letter.kind === 'share' ? letter.shareId : null,
      kind: letter.kind,
      address: recipient.email,
      name: recipient.name,
      ...compose(letter, recipient.name, this.#parts.settings.baseUrl),
      createdAt: now,
      expiresAt: Math.min(now + LIFETIME_MS, ('expiresAt' in letter && letter.expiresAt) || Infinity),
    });
  }

  /** Makes all that waits due now. */
  hurry(): Promise<void> {
    return commit(this.#context, () => this.#context.tables.mails.updateDue(this.#context.now()));
  }

  /** Letters to be sent now, at most so many, but for those of `except`. What has had its time is given up first. */
  due(limit: number, except: ReadonlySet<number>): readonly Mail[] {
    this.giveUpExpired(except);
    return this.#context.tables.mails.listDue(this.#context.now(), except, limit);
  }

  /** The server has taken it: whom it told of a share is noted, and the letter forgotten. */
  sent({ id, shareId, userId }: Mail): Promise<void> {
    return commit(this.#context, () => {
      this.#context.tables.mails.delete(id);
      if (shareId !== null) this.#context.tables.shares.updateNotified(shareId, userId, this.#context.now());
    });
  }

  /** It is tried again after 1, 2, 4 … minutes, at most an hour apart, for a day; what is refused for good is given up. */
  failed({ id }: Mail, { reason, isPermanent }: MailFailure): Promise<void> {
    return commit(this.#context, () => {
      const mail = this.#context.tables.mails.find(id);
      if (mail === undefined) return;
      const said = reason.slice(0, REASON_LENGTH);
      const pause = Math.min(2 ** mail.attempts * MINUTE_MS, LONGEST_PAUSE_MS);
      const dueAt = this.#context.now() + pause;
      const failed = { ...mail, attempts: mail.attempts + 1, lastError: said };
      if (isPermanent) {
        this.#giveUp(failed);
        return;
      }
      this.#context.tables.mails.updateAttempt(id, dueAt, said);
      const { kind, userId, attempts } = failed;
      const again = new Date(dueAt).toISOString();
      this.#context.log.warn(
        { mail: id, kind, user_id: userId, attempts, reason: said, again },
        'mail waits',
      );
    });
  }

  /** Forgets letters that are no longer of use, such as a code that has run out, whether they are being sent or not. */
  giveUpExpired(except: ReadonlySet<number> = new Set()): void {
    const expired = this.#context.tables.mails.listExpired(this.#context.now(), except);
    if (expired.length === 0) return;
    this.#context.database.transaction(() => {
      for (const mail of expired) this.#giveUp(mail);
    });
  }

  #giveUp({ id, kind, userId, address, subject, attempts, lastError }: Mail): void {
    this.#context.tables.mails.delete(id);
    const reason = lastError ?? 'it was not tried';
    this.#parts.activity.record(
      { kind: 'system', name: 'mail' },
      'mail_fail',
      `“${subject}” to ${address}: ${reason}`,
    );
    this.#context.log.warn({ mail: id, kind, user_id: userId, attempts, reason }, 'mail given up');
  }
}
