import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Length of the readable start of a token, which lets its owner recognise it in a list. */
export const TOKEN_PREFIX_LENGTH = 12;

const TOKEN_MARKER = 'dms_pat_';
const TOKEN = /^dms_pat_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 34;
const CHECKSUM_DIGITS = 6;
/** Random bytes from this value on (4 × 62) are discarded; they would make some digits more likely. */
const BIAS_LIMIT = 248;

type RandomBytes = (size: number) => Buffer;

/**
 * SHA-256 in lower-case hexadecimal, the only form in which secrets are stored. Secrets are long and random, so a slow
 * hash would not make guessing harder.
 */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a session secret: 256 random bits in base64url, which is safe in a cookie. */
export function makeSessionSecret(randomBytes: RandomBytes): string {
  return randomBytes(32).toString('base64url');
}

/** Creates a token: `dms_pat_`, 34 random base-62 digits and a checksum of 6 digits (docs/build/contract/sign-in.md §11). */
export function makeTokenSecret(randomBytes: RandomBytes): string {
  let random = '';
  while (random.length < RANDOM_DIGITS) {
    for (const byte of randomBytes(RANDOM_DIGITS)) {
      if (byte < BIAS_LIMIT && random.length < RANDOM_DIGITS) random += DIGITS.charAt(byte % DIGITS.length);
    }
  }
  return TOKEN_MARKER + random + checksum(random);
}

/** True for a text that starts like a token, valid or not. Passwords must not start like that. */
export function looksLikeToken(secret: string): boolean {
  return secret.startsWith(TOKEN_MARKER);
}

/** True if form and checksum are those of a token. Saves a database query for all other texts. */
export function isTokenSecret(secret: string): boolean {
  const [, random, checksumDigits] = TOKEN.exec(secret) ?? [];
  return random !== undefined && checksumDigits === checksum(random);
}

function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_DIGITS) {
    digits = DIGITS.charAt(remainder % DIGITS.length) + digits;
    remainder = Math.floor(remainder / DIGITS.length);
  }
  return digits;
}
