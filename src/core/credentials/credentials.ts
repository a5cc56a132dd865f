import { KeyFile } from '../../storage/disk/key-file.ts';
import type { Context } from '../context.ts';
import { Encryption } from './encryption.ts';
import { type PasswordCost, Passwords } from './passwords.ts';
import { Throttle, type ThrottleLimits } from './throttle.ts';

export { type PasswordAttempt, PasswordCache } from './password-cache.ts';
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

/** Settings for creating, storing and checking secrets, and for limiting guesses. */
export interface CredentialSettings {
  /** Folder with the key file. Absolute path. */
  readonly dataDirectory: string;
  /** Cost of one password check. Left out: the cost that RFC 9106 recommends. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly signInLimits: ThrottleLimits;
}

/** Creates the services that encrypt secrets, check passwords and limit guesses. */
export function createCredentials(context: Context, settings: CredentialSettings) {
  const { randomBytes, database } = context;
  return {
    encryption: new Encryption(context, {
      keys: new KeyFile(settings.dataDirectory, randomBytes, database.disk),
    }),
    passwords: new Passwords(settings.passwordCost),
    throttle: new Throttle(context, { limits: settings.signInLimits }),
  };
}
