import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/durations.ts';
import { DmsError, invalid } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { User } from '../../model/people/user.ts';
import type { SecondFactor } from '../../storage/accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { Encryption } from '../credentials/credentials.ts';
import { sha256, totpStep } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';

/** The kind of an accepted code. */
export type CodeKind = 'email' | 'totp' | 'recovery';

const EMAIL_CODES_PER_HOUR = 3;
const EMAIL_CODE_LIFETIME_MS = 10 * MINUTE_MS;

/** Number of wrong codes, from all addresses together, that locks the account's second factor. */
const MAX_FAILURES = 5;
/** Longer than an e-mailed code is valid, so that a client has at most five guesses for one code. */
const FIRST_LOCK_MS = 15 * MINUTE_MS;

const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 16;
/** 32 characters, 5 bits each, without characters that look alike: no 0, 1, l or o. */
const RECOVERY_ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

interface Dependencies {
  readonly encryption: Encryption;
  readonly mailQueue: Pick<MailQueue, 'isConfigured' | 'enqueue'>;
}

/**
 * Sends the codes of the second factor and accepts each code once. All methods except {@link OneTimeCodes.refusal} run
 * inside the caller's transaction, so that only one of two requests with the same code is accepted.
 */
export class OneTimeCodes {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Sends a new code by e-mail. Earlier e-mailed codes become invalid.
   * @returns expiry of the code, in milliseconds UTC
   * @throws {DmsError} throttled, after 3 codes within an hour
   */
  send(user: User): number {
    const now = this.#context.now();
    this.#context.tables.emailCodes.deleteUntil(user.id, now - HOUR_MS);
    const sentAt = this.#context.tables.emailCodes.listTimes(user.id, now - HOUR_MS);
    const [first] = sentAt;
    if (first !== undefined && sentAt.length >= EMAIL_CODES_PER_HOUR) {
      throw throttled(message('codes_sent'), first + HOUR_MS - now);
    }
    // The bias of the modulo is negligible, because 2^48 is much larger than a million.
    const code = String(this.#context.randomBytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
    const expiresAt = now + EMAIL_CODE_LIFETIME_MS;
    this.#context.tables.emailCodes.insert(
      user.id,
      this.#deps.encryption.mac(code, encryptionOwner(user.id)),
      now,
    );
    this.#deps.mailQueue.enqueue(user, { kind: 'two_factor_code', code, expiresAt });
    return expiresAt;
  }

  /**
   * Accepts a code from the user's second factor or a recovery code, and marks it as used. Wrong codes are counted in
   * the database, so the caller must commit the transaction in that case, too.
   *
   * Recovery codes are neither locked nor counted. They are too long to guess, and must work for the owner while
   * another person who knows the password keeps the second factor locked.
   * @param input the code as the user typed it; spaces, hyphens and upper case are allowed
   * @returns undefined for a wrong, used or expired code
   * @throws {DmsError} throttled, while codes are locked after too many wrong ones
   */
  accept(userId: number, input: string): CodeKind | undefined {
    const factor = this.#context.tables.secondFactors.find(userId);
    if (factor === undefined) return undefined;
    const code = input.replace(/[\s-]/g, '').toLowerCase();
    const kind =
      code.length === RECOVERY_CODE_LENGTH
        ? this.#useRecoveryCode(userId, code)
        : this.#acceptFactorCode(userId, factor, code);
    if (kind !== undefined) this.#context.tables.secondFactors.updateFailures(userId, 0, 0);
    return kind;
  }

  /**
   * The error for a code that {@link OneTimeCodes.accept} did not accept. It gives no reason, because a reason would
   * help guessing. Logs a key that cannot be decrypted, so it must be called outside the transaction, which may run
   * more than once.
   */
  refusal(userId: number): DmsError {
    const factor = this.#context.tables.secondFactors.find(userId);
    if (factor?.method === 'totp' && this.#totpKey(userId, factor) === undefined)
      this.#context.log.error(
        { user_id: userId },
        'a TOTP secret cannot be decrypted: secret.key does not belong to this database',
      );
    return invalid('code', 'code_wrong');
  }

  /**
   * Replaces the user's recovery codes with ten new ones. Only their hashes are stored.
   * @returns the codes
   */
  renewRecoveryCodes(userId: number): readonly string[] {
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => this.#makeRecoveryCode());
    this.#context.tables.recoveryCodes.replace(
      userId,
      codes.map((code) => sha256(code)),
    );
    return codes.map((code) => code.replace(/(?<=^(?:.{4})+)(?=.)/g, '-'));
  }

  /** Number of the user's unused recovery codes. */
  countRecoveryCodes(userId: number): number {
    return this.#context.tables.recoveryCodes.count(userId);
  }

  /** Deletes the user's second factor and makes all codes invalid. */
  deleteAll(userId: number): void {
    this.#context.tables.secondFactors.delete(userId);
    this.#context.tables.emailCodes.markUsed(userId);
    this.#context.tables.recoveryCodes.replace(userId, []);
  }

  #acceptFactorCode(userId: number, factor: SecondFactor, code: string): CodeKind | undefined {
    const now = this.#context.now();
    if (factor.blockedUntil > now) {
      throw throttled(message('codes_wrong'), factor.blockedUntil - now);
    }
    const use = (): boolean =>
      factor.method === 'email' ? this.#useEmailCode(userId, code) : this.#useTotpCode(userId, factor, code);
    if (/^\d{6}$/.test(code) && use()) return factor.method;
    this.#countFailure(userId, factor, now);
    return undefined;
  }

  #useEmailCode(userId: number, code: string): boolean {
    const last = this.#context.tables.emailCodes.findLast(userId);
    if (last?.mac !== this.#deps.encryption.mac(code, encryptionOwner(userId))) return false;
    if (last.sentAt + EMAIL_CODE_LIFETIME_MS <= this.#context.now()) return false;
    this.#context.tables.emailCodes.markUsed(userId);
    return true;
  }

  #useTotpCode(userId: number, factor: SecondFactor, code: string): boolean {
    const key = this.#totpKey(userId, factor);
    const step = key && totpStep(key, code, this.#context.now());
    return step !== undefined && this.#context.tables.secondFactors.updateLastStep(userId, step);
  }

  /** @returns undefined if the key cannot be decrypted */
  #totpKey(userId: number, { encryptedSecret }: SecondFactor): Buffer | undefined {
    if (encryptedSecret === null) return undefined;
    return this.#deps.encryption.decrypt(encryptedSecret, encryptionOwner(userId));
  }

  #useRecoveryCode(userId: number, code: string): CodeKind | undefined {
    return this.#context.tables.recoveryCodes.delete(userId, sha256(code)) ? 'recovery' : undefined;
  }

  /**
   * Counts a wrong code. Every fifth one locks the second factor: for 15 minutes at first, then twice as long each
   * time, up to a day. Otherwise an attacker who knows the password would have unlimited guesses.
   */
  #countFailure(userId: number, { failures: before }: SecondFactor, now: number): void {
    const failures = before + 1;
    const locks = failures / MAX_FAILURES;
    const blockedUntil = Number.isInteger(locks)
      ? now + Math.min(DAY_MS, FIRST_LOCK_MS * 2 ** (locks - 1))
      : 0;
    this.#context.tables.secondFactors.updateFailures(userId, failures, blockedUntil);
  }

  #makeRecoveryCode(): string {
    const bytes = this.#context.randomBytes(RECOVERY_CODE_LENGTH);
    return Array.from(bytes, (byte) => RECOVERY_ALPHABET.charAt(byte % RECOVERY_ALPHABET.length)).join('');
  }
}

/** The `owner` for {@link Encryption}: binds encrypted data to the second factor of one user. */
export function encryptionOwner(userId: number): string {
  return `second factor of ${String(userId)}`;
}

function throttled(reason: Message, waitMs: number): DmsError {
  return new DmsError('throttled', reason, { retryAfter: Math.ceil(waitMs / 1000) });
}
