import type { MailFailure } from '../core/mail/mail.ts';

/**
 * In milliseconds; the query of the URL can override them. No user waits for the mail server, but only three e-mails
 * are sent in parallel, and a hanging one must not block the others forever.
 */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
};
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** One e-mail to one recipient. */
export interface OutgoingMail {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address for replies; undefined: the sender of all e-mails. */
  readonly replyTo?: Pick<OutgoingMail, 'name' | 'address'> | undefined;
  /** Unique per e-mail, and the same for each attempt. Part of the Message-ID (RFC 5322 §3.6.4). */
  readonly key: string;
}

/** Client of the configured mail server (SMTP, RFC 5321). */
export class MailServer {
  readonly #url: string;
  #transport: ReturnType<typeof transportOf> | undefined;
  readonly #from: string;
  readonly #domain: string;

  /**
   * @param url `smtp://` or `smtps://` with credentials; its query sets options of nodemailer. Credentials are sent
   * over TLS only, unless the mail server is on this machine or the query contains `requireTLS=false`
   * @param from `dms@example.org` or `Office <dms@example.org>`
   */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
    this.#domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  }

  /**
   * Connects, and signs in if the URL has credentials. Sends no e-mail.
   * @throws {Error} if connecting or signing in fails
   */
  async verify(): Promise<void> {
    this.#transport ??= transportOf(this.#url);
    await (await this.#transport).verify();
  }

  /**
   * Sends one e-mail.
   * @param signal aborts the transmission
   * @returns the mail server's response, after it has accepted the e-mail
   * @throws {Error} if the mail server did not accept the e-mail; see {@link failureOf}
   */
  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<string> {
    const { name, address, subject, text, html, replyTo, key } = mail;
    this.#transport ??= transportOf(this.#url);
    const { response } = await (await this.#transport).sendMail({
      from: this.#from,
      to: { name, address },
      replyTo,
      subject,
      text,
      html,
      messageId: `<dms.${key}@${this.#domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    return response;
  }
}

/**
 * Describes an error of {@link MailServer.send}. The failure is permanent if the mail server permanently rejects this
 * recipient or this e-mail (RFC 5321 §4.2.1: a 5yz reply to RCPT TO or DATA). It is not permanent if the mail server
 * rejects the configured password or sender address: an administrator can correct them, and a later attempt succeeds.
 */
export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: String(error), isPermanent: false };
  const command = 'command' in error ? error.command : undefined;
  const isPermanentReply = 'permanent' in error && error.permanent === true;
  const reason = error.message.replace(/\s+/g, ' ').trim();
  return { reason, isPermanent: isPermanentReply && (command === 'RCPT TO' || command === 'DATA') };
}

/** Imports nodemailer on first use, so that it takes no memory in installations without a mail server. */
async function transportOf(url: string) {
  const { createTransport } = await import('nodemailer');
  const { hostname, username } = new URL(url);
  const requireTLS = username !== '' && !LOOPBACK.has(hostname);
  return createTransport({ url, ...TIMEOUTS, requireTLS });
}
