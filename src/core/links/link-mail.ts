import { HOUR_MS } from '../../model/durations.ts';
import { DmsError, forbidden, invalid, invalidFields } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { isEmailAddress, isSameEmail } from '../../model/people/email-address.ts';
import { entryNameInMail, nameInMail } from '../../model/people/mail.ts';
import type { Language } from '../../model/people/user.ts';
import { type Access, commit, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../credentials/credentials.ts';
import { MAX_PER_ENTRY, MAX_PER_SENDER, type MailLimits, type MailQueue } from '../mail/mail.ts';
import type { LinkAdmin } from './link-admin.ts';
import { requireMaker } from './link-makers.ts';
import { endOf } from './link-rules.ts';
import { visitorOf } from './visitor.ts';

/** Maximum number of addresses of one request. */
export const MAX_ADDRESSES = 20;
/** Maximum length of the text by the sender, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 4000;

/** A request to send a link. */
export interface LinkLetter {
  /** The code of the link, which only its creator has seen. */
  readonly code: string;
  /** E-mail addresses, at most {@link MAX_ADDRESSES}. */
  readonly to: readonly string[];
  /** What the sender writes, of several lines; empty: nothing. */
  readonly text: string;
  /** Undefined: the language of the sender's account. */
  readonly language?: Language | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly links: LinkAdmin;
  readonly mailLimits: MailLimits;
  readonly mailQueue: MailQueue;
}

/** Sends links by e-mail to people without an account. */
export class LinkMail {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** False: links cannot be sent, because the configuration lacks a mail server or a public URL. */
  get isPossible(): boolean {
    return this.#deps.mailQueue.linkTo('/') !== undefined;
  }

  /**
   * Queues one e-mail to each address with a link of the actor, or none. The code is not stored, so the request must
   * contain it. Until an e-mail is sent, its row in the queue contains the address of the link.
   * @returns the addresses, each once
   * @throws {DmsError} unauthenticated | not_found | forbidden (not the creator; the actor may not make links; e-mail is switched off) |
   * invalid (code, to; the link does not work) | throttled
   */
  send(actor: Actor, id: number, letter: LinkLetter): Promise<readonly string[]> {
    const { access, links, mailLimits, mailQueue } = this.#deps;
    return mailLimits.counting((change) =>
      commit(this.#context, actor, () => {
        const user = requireUser(actor, 'write');
        const { link, entry } = links.own(user, id);
        requireMaker(this.#context, user.userId, links.policy);
        const url = mailQueue.linkTo(`/s/${letter.code}`);
        if (url === undefined) throw forbidden(message('link_mail_off'));
        if (!visitorOf(this.#context, access, { link, entry, policy: links.policy, ip: null }))
          throw new DmsError('invalid', message('link_not_working'));
        if (this.#context.tables.links.findByCode(sha256(letter.code))?.id !== id)
          throw invalid('code', 'link_code_wrong');
        const addresses = addressesOf(letter.to);
        mailLimits.forget(change);
        const end = endOf(link, links.policy);
        const mail = {
          kind: 'link',
          linkId: id,
          ...{
            sender: nameInMail(user.name),
            entryName: entryNameInMail(entry.name),
            entryKind: entry.kind,
            url,
          },
          ...{ text: letter.text.trim(), hasPassword: link.hasPassword },
          expiresAt: end === Infinity ? null : end,
        } as const;
        for (const address of addresses) {
          const exceeded = mailLimits.count(change, { senderId: user.userId, address, entryId: entry.id });
          if (exceeded) throw tooMany(exceeded, address);
          mailQueue.enqueueFrom(user.userId, { address, language: letter.language }, mail);
        }
        const { name } = entry;
        const text = message('link_mailed', { name, link: id, count: addresses.length });
        this.#deps.activity.record(user, 'link_mail', message('entry', { name }), entry, { text });
        return addresses;
      }),
    );
  }
}

function addressesOf(to: readonly string[]): readonly string[] {
  const faults: Message[] = to
    .filter((address) => !isEmailAddress(address))
    .map((address) => message('recipient_not_email', { address }));
  if (faults.length > 0) throw invalidFields({ to: faults }, faults.map(({ text }) => text).join('; '));
  return to.filter((address, index) => to.findIndex((each) => isSameEmail(each, address)) === index);
}

function tooMany(limit: 'sender' | 'address', address: string): DmsError {
  const reason =
    limit === 'sender'
      ? message('mails_too_many', { maximum: MAX_PER_SENDER })
      : message('mails_to_address_too_many', { address, maximum: MAX_PER_ENTRY });
  return new DmsError('throttled', reason, { retryAfter: HOUR_MS / 1000 });
}
