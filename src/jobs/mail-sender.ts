import { setTimeout as sleep } from 'node:timers/promises';
import type { Dms } from '../core/dms.ts';
import type { MailFailure } from '../core/mail/mail.ts';
import type { Logger } from '../log.ts';
import type { Job } from './job.ts';
import { failureOf, type MailServer } from './mail-server.ts';

/** Maximum number of e-mails sent in parallel. */
const MAX_CONCURRENT = 3;
const POLL_MS = 1000;
/** Pause before the next poll after the queue could not be read. */
const ERROR_PAUSE_MS = 60_000;
/** Delay before a result that could not be saved is saved again, in polling intervals. */
const SAVE_AGAIN_POLLS = 30;
/** Time for e-mails in transmission to finish when the service stops. */
const GRACE_MS = 5000;

type QueuedMail = ReturnType<Dms['mailQueue']['due']>[number];

/** Sends the queued e-mails to the mail server, three at a time. */
export class MailSender implements Job {
  readonly #mails: Dms['mailQueue'];
  readonly #server: Pick<MailServer, 'send'>;
  readonly #log: Logger;
  readonly #pollMs: number;
  readonly #abortController = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /**
   * IDs of e-mails being sent. An ID stays here until the result is saved; otherwise each poll would send the e-mail
   * again.
   */
  readonly #excluded = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  /** @param pollMs polling interval of the queue, in milliseconds */
  constructor(
    mails: Dms['mailQueue'],
    server: Pick<MailServer, 'send'>,
    log: Logger,
    pollMs: number = POLL_MS,
  ) {
    this.#mails = mails;
    this.#server = server;
    this.#log = log;
    this.#pollMs = pollMs;
  }

  /**
   * Starts sending, then polls the queue regularly. All queued e-mails become due immediately, because the mail server
   * or its configuration may have been repaired since the last attempt.
   */
  async start(): Promise<void> {
    await this.#mails.makeAllDue();
    void this.#poll();
  }

  /**
   * Stops sending. Waits up to 5 seconds for e-mails in transmission, then aborts them. Aborted e-mails stay in the
   * queue.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const grace = setTimeout(() => this.#abortController.abort(), GRACE_MS);
    await Promise.all(this.#running);
    clearTimeout(grace);
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isStopping) return;
    let pause = this.#pollMs;
    try {
      await this.#mails.giveUpExpired(this.#excluded);
      this.#sendDue();
    } catch (error) {
      this.#log.error({ err: error }, 'the mail queue cannot be read');
      pause = ERROR_PAUSE_MS;
    }
    this.#pollAgainIn(pause);
  }

  #pollAgainIn(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopping) this.#timer = setTimeout(() => void this.#poll(), pauseMs);
  }

  #sendDue(): void {
    const free = this.#isStopping ? 0 : MAX_CONCURRENT - this.#running.size;
    if (free > 0) for (const mail of this.#mails.due(free, this.#excluded)) this.#send(mail);
  }

  #send(mail: QueuedMail): void {
    this.#excluded.add(mail.id);
    const running = this.#deliver(mail).finally(() => {
      this.#running.delete(running);
      void this.#poll();
    });
    this.#running.add(running);
  }

  async #deliver(mail: QueuedMail): Promise<void> {
    const failure = await this.#attempt(mail);
    const { signal } = this.#abortController;
    if (failure !== undefined && signal.aborted) return;
    while (!(await this.#isSaved(mail, failure))) {
      await sleep(SAVE_AGAIN_POLLS * this.#pollMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.#excluded.delete(mail.id);
  }

  async #isSaved(mail: QueuedMail, failure: MailFailure | undefined): Promise<boolean> {
    try {
      await (failure === undefined ? this.#mails.sent(mail) : this.#mails.failed(mail, failure));
      return true;
    } catch (error) {
      this.#log.error({ err: error, mail: mail.id }, 'the result of sending a mail could not be saved');
      return false;
    }
  }

  async #attempt(mail: QueuedMail) {
    const { id, kind, userId, createdAt } = mail;
    try {
      const key = `${String(createdAt)}.${String(id)}`;
      const response = await this.#server.send({ ...mail, key }, this.#abortController.signal);
      this.#log.info({ mail: id, kind, user_id: userId, response }, 'mail sent');
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }
}
