import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Clocks differ, and typing takes a while: one step before and after the present one (RFC 6238 §5.2). */
const WINDOW = 1;
/** RFC 4226 §4, R6. */
const SECRET_BYTES = 20;

/** The form that every authenticator understands. */
const FORM = { issuer: 'dms', algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };

/** What a new authenticator is told. */
export interface TotpKey {
  readonly bytes: Buffer;
  /** For typing: base 32. */
  readonly secret: string;
  /** For scanning: `otpauth://totp/…`. */
  readonly uri: string;
}

/** A new key for the authenticator of this login. */
export function makeTotpKey(randomBytes: (size: number) => Buffer, login: string): TotpKey {
  const bytes = randomBytes(SECRET_BYTES);
  const totp = new TOTP({ ...FORM, label: login, secret: secretOf(bytes) });
  return { bytes, secret: totp.secret.base32, uri: totp.toString() };
}

/** The step (RFC 6238 §4.2) that `code` belongs to; undefined when it is none of the present. @param now milliseconds UTC */
export function totpStep(bytes: Buffer, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...FORM, secret: secretOf(bytes) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}

/** A Buffer may be a view of something larger, which the library would take whole. */
function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
