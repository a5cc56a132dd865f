import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { failureOf, type MailServer } from './mail-server.ts';

/** Letters that are being sent at a time. */
const AT_ONCE = 3;
const LOOK_EVERY_MS = 1000;
/** After the queue could not be read. */
const PAUSE_MS = 60_000;
/** How long what is being sent may take to finish once the service is told to stop. */
const GRACE_MS = 5000;

type QueuedMail = ReturnType<Dms['mailQueue']['due']>[number];

/** Takes letters out of the queue to the mail server, a few at a time. */
export class MailSender {
  readonly #mails: Dms['mailQueue'];
  readonly #server: Pick<MailServer, 'send'>;
  readonly #log: Logger;
  readonly #lookEveryMs: number;
  readonly #cut = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Ids of letters that are being sent, or whose sending could not be noted: they must not go out again and again. */
  readonly #taken = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  /** @param lookEveryMs how soon a letter is noticed that has come into the queue */
  constructor(
    mails: Dms['mailQueue'],
    server: Pick<MailServer, 'send'>,
    log: Logger,
    lookEveryMs: number = LOOK_EVERY_MS,
  ) {
    this.#mails = mails;
    this.#server = server;
    this.#log = log;
    this.#lookEveryMs = lookEveryMs;
  }

  /** Tries all that waits at once, as the server or the configuration may have been mended; then looks regularly. */
  async start(): Promise<void> {
    await this.#mails.hurry();
    this.#look();
  }

  /** Waits for what is being sent, and cuts off what takes too long: it stays in the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const grace = setTimeout(() => this.#cut.abort(), GRACE_MS);
    await Promise.all(this.#running);
    clearTimeout(grace);
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#isStopping) return;
    let pause = this.#lookEveryMs;
    try {
      const free = AT_ONCE - this.#running.size;
      if (free > 0) for (const mail of this.#mails.due(free, this.#taken)) this.#send(mail);
    } catch (error) {
      this.#log.error({ err: error }, 'the queue of mail cannot be read');
      pause = PAUSE_MS;
    }
    this.#timer = setTimeout(() => this.#look(), pause);
  }

  #send(mail: QueuedMail): void {
    this.#taken.add(mail.id);
    const running = this.#deliver(mail).finally(() => {
      this.#running.delete(running);
      this.#look();
    });
    this.#running.add(running);
  }

  async #deliver(mail: QueuedMail): Promise<void> {
    const failure = await this.#attempt(mail);
    if (failure !== undefined && this.#cut.signal.aborted) return;
    try {
      await (failure === undefined ? this.#mails.sent(mail) : this.#mails.failed(mail, failure));
      this.#taken.delete(mail.id);
    } catch (error) {
      this.#log.error({ err: error, mail: mail.id }, 'what became of a mail could not be noted');
    }
  }

  async #attempt(mail: QueuedMail) {
    const { id, kind, userId, createdAt } = mail;
    try {
      const key = `${String(createdAt)}.${String(id)}`;
      const response = await this.#server.send({ ...mail, key }, this.#cut.signal);
      this.#log.info({ mail: id, kind, user_id: userId, response }, 'mail sent');
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }
}
