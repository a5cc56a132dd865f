import { invalid } from '../../model/errors/errors.ts';

/** Maximum length of a name or an address, in characters. */
const MAX_SENDER_CHARACTERS = 100;
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

/** Who a visitor says they are. Nobody has verified it. Empty: nothing was entered. */
export interface Sender {
  readonly name: string;
  readonly email: string;
}

/** Beginning of the comment of a file that a visitor has sent. */
export const FROM = 'From: ';

/**
 * Comment of the first version of a file; null if nothing was entered.
 * @throws {DmsError} invalid (name, email)
 */
export function commentOf(sender: Sender): string | null {
  for (const field of ['name', 'email'] as const) {
    if (NOT_ONE_LINE.test(sender[field])) throw invalid(field, 'control_characters');
    if (Array.from(sender[field]).length > MAX_SENDER_CHARACTERS)
      throw invalid(field, 'too_many_characters', { maximum: MAX_SENDER_CHARACTERS });
  }
  const name = sender.name.trim();
  const email = sender.email.trim();
  const parts = [name, email === '' ? '' : `<${email}>`].filter((part) => part !== '');
  return parts.length === 0 ? null : FROM + parts.join(' ');
}
