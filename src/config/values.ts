import { isIP } from 'node:net';
import { z } from 'zod';

/*
 * The kinds of values in the configuration. Each takes what YAML gives (numbers, booleans, lists) and also the text
 * that a flag or an environment variable gives, and says what it wants without repeating what it got: it may be a secret.
 */

const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
  ['t', 2 ** 40],
]);

/** The number of bytes that `10M`, `64KiB`, `1GB` or `4096` stand for (powers of 1024), or undefined for other text. */
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

/** A leaf whose text form is read by `read`; what `read` does not know (undefined) is refused with `wanted`. */
function leaf<T>(wanted: string, read: (input: unknown) => T | undefined) {
  return z.unknown().transform((input, context): T => {
    const value = read(input);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `must be ${wanted}` });
    return z.NEVER;
  });
}

/** A whole number from `least` to `most`. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const wanted =
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number from ${least}`
      : `a whole number from ${least} to ${most}`;
  return leaf(wanted, (input) => {
    const value = number(input, (text) => (/^\d{1,16}$/.test(text.trim()) ? Number(text) : undefined));
    return value !== undefined && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : undefined;
  });
}

/** A number of bytes, plain or with a unit. */
export function size() {
  return leaf('a size such as 4096, 64KiB, 10M or 1G', (input) => {
    const bytes = number(input, parseSize);
    return bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
  });
}

/** Text that is not empty. */
export function text(wanted: string) {
  return leaf(wanted, (input) => (typeof input === 'string' && input.trim() !== '' ? input : undefined));
}

/** `dms@example.org`, or with a name before it: `Office <dms@example.org>`. */
export function mailbox() {
  const form =
    /^(?:[^\p{Cc}<>@,;]*<[^\s\p{Cc}<>@,;]+@[^\s\p{Cc}<>@,;]+>|[^\s\p{Cc}<>@,;]+@[^\s\p{Cc}<>@,;]+)$/u;
  const wanted = 'an address such as dms@example.org or "Office <dms@example.org>"';
  return leaf(wanted, (input) => (typeof input === 'string' && form.test(input) ? input : undefined));
}

/** One of a few words. */
export function choice<const T extends string>(...words: readonly T[]) {
  return leaf(`one of ${words.join(', ')}`, (input) => words.find((word) => word === input));
}

/** An absolute URL of one of the schemes; a slash at its end is taken off. */
export function url(...schemes: readonly string[]) {
  const wanted = `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return leaf(wanted, (input) => {
    if (typeof input !== 'string' || !URL.canParse(input)) return undefined;
    const parsed = new URL(input);
    const fits = schemes.includes(parsed.protocol.slice(0, -1)) && parsed.hostname !== '';
    return fits ? input.replace(/\/+$/, '') : undefined;
  });
}

const proxyNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(item: unknown): item is string {
  if (typeof item !== 'string') return false;
  if (proxyNames.includes(item)) return true;
  const [address = '', prefix, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function readProxies(input: unknown): false | number | readonly string[] | undefined {
  if (input === false || input === 'false' || input === 'off') return false;
  const hops = number(input, (given) => (/^\d{1,2}$/.test(given) ? Number(given) : undefined));
  if (hops !== undefined) return Number.isSafeInteger(hops) && hops >= 0 ? hops || false : undefined;
  const list = typeof input === 'string' ? input.split(',').map((item) => item.trim()) : input;
  return Array.isArray(list) && list.length > 0 && list.every(isProxyAddress) ? list : undefined;
}

/**
 * Whose `X-Forwarded-*` headers are believed: nobody's (false), the last N hops, or a list of addresses, networks and
 * the names loopback, linklocal, uniquelocal. Never everybody's (true): any client could then choose its own address.
 */
export function trustedProxies() {
  return leaf(
    'false, a number of hops, or a list of addresses and networks such as 10.0.0.0/8 (true would let every client choose its address)',
    readProxies,
  );
}
