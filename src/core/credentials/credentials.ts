import type { Context } from '../context.ts';
import { Encryption, type KeySource } from './encryption.ts';
import { type PasswordCost, Passwords } from './passwords.ts';
import { Throttle, type ThrottleLimits } from './throttle.ts';

export { PasswordCache } from './password-cache.ts';
export { passwordFault } from './passwords.ts';
export {
  isTokenSecret,
  looksLikeToken,
  makeSessionSecret,
  makeTokenSecret,
  sha256,
  TOKEN_PREFIX_LENGTH,
} from './secrets.ts';
export { addressBlock } from './throttle.ts';
export { makeTotpKey, totpStep } from './totp.ts';
export type { Encryption, PasswordCost, Passwords, Throttle, ThrottleLimits };

/** How secrets are made, stored, compared, and protected from guessing. */
export interface CredentialSettings {
  readonly keys: KeySource;
  /** What a password costs to try; the recommended cost when left out. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly signInLimits: ThrottleLimits;
}

/** Secrets and what they are checked with. */
export function createCredentials(context: Context, settings: CredentialSettings) {
  return {
    encryption: new Encryption(context, { keys: settings.keys }),
    passwords: new Passwords(settings.passwordCost),
    throttle: new Throttle(context, { limits: settings.signInLimits }),
  };
}
