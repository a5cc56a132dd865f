import { domainToASCII, domainToUnicode } from 'node:url';

/** Matches a domain that can be written in two ways: with non-ASCII characters or as Punycode (`xn--`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const HAS_SPELLINGS = /[^\u0000-\u007f]|(?:^|\.)xn--/i;
/** Characters that end a host name in a URL, where the functions of Node.js would cut it. */
const NOT_IN_NAMES = /[/:?#@\\%[\]]/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;
const MAX_LENGTH = 254;

/**
 * Checks only the form: whether an address receives e-mail becomes known only by sending to it. Invisible characters,
 * which can show an address in another order, are refused.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text) && !/[\p{Cc}\p{Cf}]/u.test(text);
}

/**
 * An e-mail address with an internationalised domain in its normal form (IDNA, UTS #46), in Unicode as users read it:
 * full-width letters and capitals are the plain ones. A domain in plain ASCII, an invalid domain and the part before the
 * `@` are unchanged, capitals too: compare addresses with {@link isSameEmail}.
 */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || !HAS_SPELLINGS.test(domain) || NOT_IN_NAMES.test(domain)) return email;
  const ascii = domainToASCII(domain);
  if (ascii === '') return email;
  return `${email.slice(0, at)}@${domainToUnicode(ascii) || ascii}`;
}

/** Whether two addresses differ at most in the spelling of the domain, and in capitals. */
export function isSameEmail(one: string, other: string): boolean {
  return normalEmail(one).toLowerCase() === normalEmail(other).toLowerCase();
}
