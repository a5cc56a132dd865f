import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps accepted before and after the current one: clocks differ, and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1;
/** 160 bits, as RFC 4226 §4 (R6) recommends. */
const SECRET_BYTES = 20;

/** Parameters that every authenticator app supports. */
const TOTP_SETTINGS = { issuer: 'dms', algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };

/** A TOTP key, in the formats for authenticator apps. */
export interface TotpKey {
  readonly bytes: Buffer;
  /** Base 32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
}

/**
 * Creates a TOTP key.
 * @param login shown in the authenticator app
 */
export function makeTotpKey(randomBytes: (size: number) => Buffer, login: string): TotpKey {
  const bytes = randomBytes(SECRET_BYTES);
  const totp = new TOTP({ ...TOTP_SETTINGS, label: login, secret: secretOf(bytes) });
  return { bytes, secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Finds the time step (RFC 6238 §4.2) of a code.
 * @param now milliseconds UTC
 * @returns undefined if the code belongs neither to the current step nor to the one before or after
 */
export function totpStep(bytes: Buffer, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...TOTP_SETTINGS, secret: secretOf(bytes) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}

/** Copies the bytes: a Buffer may be part of a larger memory block, and the library would read all of it. */
function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
