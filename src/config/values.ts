import { isIP } from 'node:net';
import { Cron } from 'croner';
import * as z from 'zod';

/*
 * Types of configuration values. Each accepts the types of YAML (number, boolean, list) and also text, because flags
 * and environment variables are always text. Error messages state the expected value and never repeat the given value,
 * which may be a secret.
 */

const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
  ['t', 2 ** 40],
]);

/**
 * Parses a size such as `10M`, `64KiB`, `1GB` or `4096`. Units are powers of 1024.
 * @returns bytes, or undefined if the text is not a size
 */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim());
  const unit = sizeUnits.get(match?.[2]?.toLowerCase() ?? '');
  if (match?.[1] === undefined || unit === undefined) return undefined;
  const bytes = Number(match[1]) * unit;
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

function number(input: unknown, parse: (text: string) => number | undefined): number | undefined {
  if (typeof input === 'number') return input;
  return typeof input === 'string' ? parse(input) : undefined;
}

/** Schema of one value. If `parse` returns undefined, the value is refused with the message `must be EXPECTED`. */
export function leaf<T>(expected: string, parse: (input: unknown) => T | undefined) {
  return z.unknown().transform((input, context): T => {
    const value = parse(input);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `must be ${expected}` });
    return z.NEVER;
  });
}

/** A whole number from `min` to `max`, inclusive. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  const expected =
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${min}`
      : `a whole number from ${min} to ${max}`;
  return leaf(expected, (input) => {
    const value = number(input, (text) => (/^\d{1,16}$/.test(text.trim()) ? Number(text) : undefined));
    return value !== undefined && Number.isSafeInteger(value) && value >= min && value <= max
      ? value
      : undefined;
  });
}

/**
 * A number of bytes, with or without a unit ({@link parseSize}).
 * @param leastMib minimum, in MiB
 */
export function size(leastMib = 0) {
  const expected =
    leastMib === 0 ? 'a size such as 4096, 64KiB, 10M or 1G' : `a size of at least ${leastMib}MiB`;
  return leaf(expected, (input) => {
    const bytes = number(input, parseSize);
    const isSize = bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= leastMib * 2 ** 20;
    return isSize ? bytes : undefined;
  });
}

/** Languages in the notation of tesseract: `deu`, `deu+eng`, `chi_sim`. */
export function languages() {
  const pattern = /^[a-z]{3}(?:_[a-z]+)*(?:\+[a-z]{3}(?:_[a-z]+)*)*$/i;
  const expected = 'names of languages such as deu or deu+eng';
  return leaf(expected, (input) => (typeof input === 'string' && pattern.test(input) ? input : undefined));
}

/**
 * Retention rule for backups: the number of latest backups (`10`), or the number of hours, days, weeks, months or years
 * (`7d,4w,6m`).
 */
export function keepRule() {
  const pattern = /^\s*[1-9]\d{0,3}[hdwmy]?(?:\s*,\s*[1-9]\d{0,3}[hdwmy]?)*\s*$/;
  return leaf('a number such as 10, or a list such as 7d,4w,6m', (input) => {
    const given = typeof input === 'number' ? String(input) : input;
    return typeof given === 'string' && pattern.test(given) ? given : undefined;
  });
}

/** The items of a list, or of comma-separated text. Undefined: neither of these, or empty. */
export function itemsOf(input: unknown): readonly unknown[] | undefined {
  const items = typeof input === 'string' ? input.split(',').map((item) => item.trim()) : input;
  return Array.isArray(items) && items.length > 0 ? items : undefined;
}

/** Names: a list, or text with commas between them. `expected` completes the message `must be …`. */
export function names(expected: string) {
  const isName = (item: unknown): item is string => typeof item === 'string' && item.trim() !== '';
  return leaf(expected, (input): readonly string[] | undefined => {
    const items = itemsOf(input);
    return items?.every(isName) === true ? items.map((item) => item.trim()) : undefined;
  });
}

/** Text that is not empty, of any characters: not for a header. `expected` completes the message `must be …`. */
export function text(expected: string) {
  return leaf(expected, (input) => (typeof input === 'string' && input.trim() !== '' ? input : undefined));
}

/** Secret text of at least `min` characters that are allowed in a header. */
export function secret(min: number) {
  const expected = `at least ${String(min)} characters without spaces`;
  return leaf(expected, (input) =>
    typeof input === 'string' && input.length >= min && /^[!-~]+$/.test(input) ? input : undefined,
  );
}

/** A cron expression with five fields, or a word such as `@daily`. Refused if it matches no future time. */
export function schedule() {
  const expected = 'a cron expression with five fields such as "30 2 * * *" (half past two every night)';
  return leaf(expected, (input) =>
    typeof input === 'string' && /^(?:@\w+|\S+(?: +\S+){4})$/.test(input) && everComes(input)
      ? input
      : undefined,
  );
}

function everComes(expression: string): boolean {
  try {
    return new Cron(expression, { mode: '5-part' }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** One e-mail address, with or without a display name: `dms@example.org`, `Office <dms@example.org>`. */
export function mailbox() {
  const pattern =
    /^(?:[^\p{Cc}<>@,;]*<[^\s\p{Cc}<>@,;]+@[^\s\p{Cc}<>@,;]+>|[^\s\p{Cc}<>@,;]+@[^\s\p{Cc}<>@,;]+)$/u;
  const expected = 'an address such as dms@example.org or "Office <dms@example.org>"';
  return leaf(expected, (input) => (typeof input === 'string' && pattern.test(input) ? input : undefined));
}

/** `true` or `false`. */
export function boolean() {
  const words = new Map<unknown, boolean>([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ]);
  return leaf('true or false', (input) => words.get(input));
}

/** Exactly one of `words`. */
export function choice<const T extends string>(...words: readonly T[]) {
  return leaf(`one of ${words.join(', ')}`, (input) => words.find((word) => word === input));
}

/** An absolute URL with one of the schemes. Trailing slashes are removed. */
export function url(...schemes: readonly string[]) {
  const expected = `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return leaf(expected, (input) => {
    if (typeof input !== 'string' || !URL.canParse(input)) return undefined;
    const parsed = new URL(input);
    const isAllowed = schemes.includes(parsed.protocol.slice(0, -1)) && parsed.hostname !== '';
    return isAllowed ? input.replace(/\/+$/, '') : undefined;
  });
}

const proxyNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal', 'unix'];

function isProxyAddress(item: unknown): item is string {
  if (typeof item !== 'string') return false;
  if (proxyNames.includes(item)) return true;
  const [address = '', prefix, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function parseProxies(input: unknown): false | number | readonly string[] | undefined {
  if (input === false || input === 'false' || input === 'off') return false;
  const hops = number(input, (text) => (/^\d{1,2}$/.test(text) ? Number(text) : undefined));
  if (hops !== undefined) return Number.isSafeInteger(hops) && hops >= 0 ? hops || false : undefined;
  const list = itemsOf(input);
  return list?.every(isProxyAddress) === true ? list : undefined;
}

/**
 * Proxies whose `X-Forwarded-*` headers the server trusts: none (false), the last N hops, or a list of addresses,
 * networks and the names loopback, linklocal, uniquelocal, unix (clients on a Unix socket). `true` (trust every sender)
 * is refused: a client could then forge its address.
 */
export function trustedProxies() {
  return leaf(
    'false, a number of hops, or a list of addresses and networks such as 10.0.0.0/8 ' +
      '(with true, any client could forge its address)',
    parseProxies,
  );
}
