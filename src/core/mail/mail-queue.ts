import { MINUTE_MS } from '../../model/durations.ts';
import { message } from '../../model/errors/messages.ts';
import type { SystemActor } from '../../model/people/actor.ts';
import { type MailMessage, plainName } from '../../model/people/mail.ts';
import type { Language, User } from '../../model/people/user.ts';
import type { Mail } from '../../storage/accounts/accounts.ts';
import { commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { compose } from './mail-templates.ts';

/** Actor of the mail queue in the activity log. */
const MAIL: SystemActor = { kind: 'system', name: 'mail' };
const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
/** How long the server retries an e-mail, unless its content expires earlier. */
const LIFETIME_MS = 24 * 60 * MINUTE_MS;
/** Counting of waiting e-mails stops at this number. */
const MAX_COUNTED = 10_000;
/** Maximum length of a stored error message of a mail server: enough for an administrator to see the cause. */
const MAX_REASON_LENGTH = 500;

/** Settings for the text of e-mails. */
export interface MailSettings {
  /** Public URL of the service, without a trailing slash. Null: e-mails contain no link. */
  readonly baseUrl: string | null;
}

/** Error of the mail server for an e-mail. */
export interface MailFailure {
  readonly reason: string;
  /** True if the mail server will never accept this e-mail, so that retries are useless. */
  readonly isPermanent: boolean;
}

/** A queued e-mail that is due. */
interface DueMail extends Mail {
  /** Address for replies; undefined: that of the service. */
  readonly replyTo: Pick<Mail, 'name' | 'address'> | undefined;
}

/** State of the queue. */
export interface MailReport {
  readonly isConfigured: boolean;
  /** E-mails that the mail server has not accepted yet. Counted up to 10,000; that value also means more. */
  readonly waiting: number;
  /** Last failed attempt since this process started. After a start, all waiting e-mails are retried. */
  readonly lastFailure: { readonly at: number; readonly reason: string } | undefined;
}

/** Modules and settings that the queue depends on. */
export interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  /** Undefined without SMTP in the configuration. */
  readonly settings: MailSettings | undefined;
}

/**
 * Queue of outgoing e-mail. A change enqueues its e-mail in its own transaction. The sending job
 * (`src/jobs/mail-sender.ts`) fetches the due e-mails and reports the result of each. After a crash between sending and
 * reporting, an e-mail is sent twice; none is lost.
 */
export class MailQueue {
  readonly #context: Context;
  readonly #deps: Dependencies;
  #lastFailure: MailReport['lastFailure'];

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** False without SMTP in the configuration: no e-mail is queued then. */
  get isConfigured(): boolean {
    return this.#deps.settings !== undefined;
  }

  /**
   * URL of a page of the service, for e-mails.
   * @param page path, starts with a slash
   * @returns undefined if e-mails cannot contain links: without a mail server, or without a public URL
   */
  linkTo(page: string): string | undefined {
    const baseUrl = this.#deps.settings?.baseUrl ?? undefined;
    return baseUrl === undefined ? undefined : `${baseUrl}${page}`;
  }

  /** State of the queue. The cost does not grow with the queue. */
  report(): MailReport {
    const waiting = this.#context.tables.mails.countUpTo(MAX_COUNTED);
    return { isConfigured: this.isConfigured, waiting, lastFailure: this.#lastFailure };
  }

  /**
   * Queues an e-mail, in the language of the recipient. Runs inside the transaction of the change that the e-mail
   * reports.
   * @param senderId the user on whose behalf the e-mail is sent; if the recipient has chosen no language, the sender's
   * is used
   */
  enqueue(
    recipient: Pick<User, 'id' | 'name' | 'email' | 'language'>,
    message: MailMessage,
    senderId?: number,
  ): void {
    const sender = senderId === undefined ? undefined : this.#context.tables.users.find(senderId);
    this.#insert(readerOf(recipient, sender?.language), message);
  }

  /**
   * As {@link MailQueue.enqueue}, for an e-mail that is not sent before a time.
   * @param dueAt milliseconds UTC. The service may be restarted before, and then sends it at its start
   * @returns id of the e-mail; null without a mail server
   */
  enqueueAt(
    recipient: Pick<User, 'id' | 'name' | 'email' | 'language'>,
    message: MailMessage,
    dueAt: number,
  ): number | null {
    return this.#insert(readerOf(recipient), message, dueAt);
  }

  /**
   * Queues an e-mail to a person without an account, on behalf of a user, who gets the replies. Runs as
   * {@link MailQueue.enqueue}.
   * @param language undefined: that of the sender
   */
  enqueueFrom(
    senderId: number,
    { address, language }: { readonly address: string; readonly language: Language | undefined },
    message: Extract<MailMessage, { kind: 'link' }>,
  ): void {
    const own = this.#context.tables.users.find(senderId)?.language ?? null;
    this.#insert({ userId: senderId, name: '', address, language: language ?? own }, message);
  }

  /** Makes all queued e-mails due now. */
  makeAllDue(): Promise<void> {
    return commit(this.#context, MAIL, () => this.#context.tables.mails.updateDue(this.#context.now()));
  }

  /**
   * The e-mails that are due and have not expired, earliest expiry first.
   * @param limit maximum number of e-mails
   * @param except ids of e-mails to skip
   */
  due(limit: number, except: ReadonlySet<number>): readonly DueMail[] {
    const { mails, users } = this.#context.tables;
    return mails.listDue(this.#context.now(), except, limit).map((mail) => {
      const sender = mail.kind === 'link' ? users.find(mail.userId) : undefined;
      return { ...mail, replyTo: sender && { name: plainName(sender.name), address: sender.email } };
    });
  }

  /**
   * Reports that the mail server accepted an e-mail: deletes it from the queue. If it announced a share,
   * records that the recipient was notified.
   */
  sent({ id, shareId, userId }: Mail): Promise<void> {
    return commit(this.#context, MAIL, () => {
      this.#context.tables.mails.delete(id);
      if (shareId !== null) this.#context.tables.shares.updateNotified(shareId, userId, this.#context.now());
    });
  }

  /**
   * Reports a failed attempt. After a permanent failure the e-mail is given up. Otherwise it is retried after 1, 2, 4 …
   * minutes, then every hour, for a day.
   */
  async failed({ id }: Mail, { reason: whole, isPermanent }: MailFailure): Promise<void> {
    const reason = whole.slice(0, MAX_REASON_LENGTH);
    this.#lastFailure = { at: this.#context.now(), reason };
    const failed = await commit(this.#context, MAIL, () => {
      const mail = this.#context.tables.mails.find(id);
      if (mail === undefined) return undefined;
      const delay = Math.min(2 ** mail.attempts * MINUTE_MS, MAX_RETRY_DELAY_MS);
      const dueAt = this.#context.now() + delay;
      const tried = { ...mail, attempts: mail.attempts + 1, lastError: reason };
      if (isPermanent) this.#giveUp(tried);
      else this.#context.tables.mails.updateAttempt(id, dueAt, reason);
      return { ...tried, dueAt };
    });
    if (failed === undefined) return;
    if (isPermanent) {
      this.#logGivenUp(failed);
      return;
    }
    const { kind, userId, attempts, dueAt } = failed;
    const again = new Date(dueAt).toISOString();
    this.#context.log.warn(
      { mail: id, kind, user_id: userId, attempts, reason, again },
      'mail not sent; dms will try again',
    );
  }

  /**
   * Gives up expired e-mails, for example with a one-time code that is no longer valid.
   * @param except ids of e-mails to skip; by default none
   */
  async giveUpExpired(except: ReadonlySet<number> = new Set()): Promise<void> {
    const expired = () => this.#context.tables.mails.listExpired(this.#context.now(), except);
    if (expired().length === 0) return;
    const givenUp = await commit(this.#context, MAIL, () => {
      const mails = expired();
      for (const mail of mails) this.#giveUp(mail);
      return mails;
    });
    for (const mail of givenUp) this.#logGivenUp(mail);
  }

  #insert(
    { language, ...recipient }: Reader,
    message: MailMessage,
    dueAt: number = this.#context.now(),
  ): number | null {
    if (this.#deps.settings === undefined) return null;
    return this.#context.tables.mails.insert({
      ...recipient,
      shareId: message.kind === 'share' ? message.shareId : null,
      linkId: message.kind === 'link' ? message.linkId : null,
      kind: message.kind,
      ...compose(message, { name: recipient.name, language }, this.#deps.settings.baseUrl),
      createdAt: this.#context.now(),
      dueAt,
      expiresAt: Math.min(dueAt + LIFETIME_MS, ('expiresAt' in message && message.expiresAt) || Infinity),
    });
  }

  #giveUp({ id, subject, address, lastError }: Mail): void {
    this.#context.tables.mails.delete(id);
    const reason = reasonOf(lastError);
    this.#deps.activity.record(MAIL, 'mail_fail', message('mail_given_up', { subject, address, reason }));
  }

  #logGivenUp({ id, kind, userId, attempts, lastError }: Mail): void {
    this.#context.log.warn(
      { mail: id, kind, user_id: userId, attempts, reason: reasonOf(lastError) },
      'mail given up',
    );
  }
}

/** Recipient of an e-mail. `userId`: a user, or the user on whose behalf the e-mail is sent. */
interface Reader extends Pick<Mail, 'userId' | 'name' | 'address'> {
  readonly language: Language | null;
}

/** @param other language to use if the user has chosen none */
function readerOf(
  { id: userId, name, email: address, language }: Pick<User, 'id' | 'name' | 'email' | 'language'>,
  other: Language | null = null,
): Reader {
  return { userId, name, address, language: language ?? other };
}

function reasonOf(lastError: string | null): string {
  return lastError ?? 'sending was never attempted';
}
