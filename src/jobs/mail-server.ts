import { createTransport } from 'nodemailer';
import type { MailFailure } from '../core/mail/mail.ts';

/** Nobody waits for the server, but a letter must not occupy its place for ever. The URL may say otherwise. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
};
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** One letter to one person. */
export interface OutgoingLetter {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Tells this letter from all others, and stays the same when it is sent twice. */
  readonly key: string;
}

/** The office's mail server (SMTP, RFC 5321), as far as handing letters to it goes. */
export class MailServer {
  readonly #transport: ReturnType<typeof transportOf>;
  readonly #from: string;
  readonly #domain: string;

  /**
   * @param url `smtp://` or `smtps://` with credentials; options of nodemailer as its query. Credentials go over TLS only,
   *   unless the server is on this machine or the URL says `requireTLS=false`
   * @param from `dms@example.org` or `Office <dms@example.org>`
   */
  constructor(url: string, from: string) {
    this.#transport = transportOf(url);
    this.#from = from;
    this.#domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  }

  /**
   * Resolves with what the server said when it took the letter.
   * @throws {Error} when it did not; see {@link failureOf}
   */
  async send(letter: OutgoingLetter, signal?: AbortSignal): Promise<string> {
    const { name, address, subject, text, html, key } = letter;
    const { response } = await this.#transport.sendMail({
      from: this.#from,
      to: { name, address },
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
 * Why a letter was not taken. Permanent is what the server says for good of this recipient or this letter; when it
 * refuses us (password, sender), the office can mend that, and the letter still goes.
 */
export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: String(error), isPermanent: false };
  const command = 'command' in error ? error.command : undefined;
  const isForGood = 'permanent' in error && error.permanent === true;
  const reason = error.message.replace(/\s+/g, ' ').trim();
  return { reason, isPermanent: isForGood && (command === 'RCPT TO' || command === 'DATA') };
}

function transportOf(url: string) {
  const { hostname, username } = new URL(url);
  const requireTLS = username !== '' && !LOOPBACK.has(hostname);
  return createTransport({ url, ...TIMEOUTS, requireTLS });
}
