import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Length of the readable start of a token, which its owner knows it by. */
export const TOKEN_PREFIX_LENGTH = 12;

const TOKEN_START = 'dms_pat_';
const TOKEN = /^dms_pat_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 34;
const CHECKSUM_DIGITS = 6;
/** The largest multiple of 62 that a byte reaches: what lies above would make some digits likelier than others. */
const UNBIASED = 248;

type RandomBytes = (size: number) => Buffer;

/** Secrets are stored as this only: lower-case hexadecimal. They are long and random, so a slow hash adds nothing. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 256 random bits, fit for a cookie. */
export function makeSessionSecret(randomBytes: RandomBytes): string {
  return randomBytes(32).toString('base64url');
}

/** `dms_pat_`, 34 random base-62 digits and 6 of a checksum (CONTRACT §2, tokens). */
export function makeTokenSecret(randomBytes: RandomBytes): string {
  let random = '';
  while (random.length < RANDOM_DIGITS) {
    for (const byte of randomBytes(RANDOM_DIGITS)) {
      if (byte < UNBIASED && random.length < RANDOM_DIGITS) random += DIGITS.charAt(byte % DIGITS.length);
    }
  }
  return TOKEN_START + random + checksum(random);
}

/** True for what is meant to be a token, right or wrong; no password may look like that. */
export function looksLikeToken(secret: string): boolean {
  return secret.startsWith(TOKEN_START);
}

/** True when form and checksum are those of a token: only then is it worth a look into the database. */
export function isTokenSecret(secret: string): boolean {
  const [, random, check] = TOKEN.exec(secret) ?? [];
  return random !== undefined && check === checksum(random);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_DIGITS) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
