import { DmsError } from '../../model/errors.ts';
import type { User } from '../../model/user.ts';
import type { SecondFactor } from '../../storage/accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { Encryption } from '../credentials/credentials.ts';
import { sha256, totpStep } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';

/** What a code that was accepted turned out to be. */
export type CodeKind = 'email' | 'totp' | 'recovery';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const EMAIL_CODES_AN_HOUR = 3;
const EMAIL_CODE_LIFETIME_MS = 10 * MINUTE_MS;

/** So many wrong codes lock the account's second factor, from wherever they come. */
const MOST_FAILURES = 5;
/** Longer than a code by e-mail lives, so that nobody has more than {@link MOST_FAILURES} tries at one. */
const FIRST_BLOCK_MS = 15 * MINUTE_MS;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;
/** 32 characters, so that each is 5 bits; none that could be taken for another. */
const RECOVERY_ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

/** What {@link OneTimeCodes} works with. */
interface Parts {
  readonly encryption: Encryption;
  readonly mailQueue: Pick<MailQueue, 'isConfigured' | 'enqueue'>;
}

/**
 * The codes of the second factor: sends them, and accepts each once. All is called inside a transaction, so that of
 * two who come with one code at once only one gets in.
 */
export class OneTimeCodes {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Sends a code by e-mail; the one before is good no longer.
   * @returns when it ends, in milliseconds UTC
   * @throws {DmsError} throttled
   */
  send(user: User): number {
    const now = this.#context.now();
    this.#context.tables.emailCodes.deleteUntil(user.id, now - HOUR_MS);
    const times = this.#context.tables.emailCodes.listTimes(user.id, now - HOUR_MS);
    const [first] = times;
    if (first !== undefined && times.length >= EMAIL_CODES_AN_HOUR) {
      throw throttled('Too many codes were sent. Try again later.', first + HOUR_MS - now);
    }
    // 2^48 is so much more than a million that no code is likelier than another.
    const code = String(this.#context.randomBytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
    const expiresAt = now + EMAIL_CODE_LIFETIME_MS;
    this.#context.tables.emailCodes.insert(user.id, this.#parts.encryption.mac(code, ownerOf(user.id)), now);
    this.#parts.mailQueue.enqueue(user, { kind: 'two_factor_code', code, expiresAt });
    return expiresAt;
  }

  /**
   * Accepts a code that is good for the user's factor now, and spends it. Undefined for a wrong one, which is counted:
   * the transaction must not be rolled back for it.
   * @throws {DmsError} throttled, after too many wrong ones
   */
  accept(userId: number, typed: string): CodeKind | undefined {
    const factor = this.#context.tables.secondFactors.find(userId);
    if (factor === undefined) return undefined;
    const now = this.#context.now();
    if (factor.blockedUntil > now) {
      throw throttled('Too many wrong codes. Try again later.', factor.blockedUntil - now);
    }
    const code = typed.replace(/[\s-]/g, '').toLowerCase();
    const kind = /^\d{6}$/.test(code) ? this.#spend(userId, factor, code) : this.#spendRecovery(userId, code);
    if (kind === undefined) this.#fail(userId, factor, now);
    else this.#context.tables.secondFactors.updateFailures(userId, 0, 0);
    return kind;
  }

  /** Ten new recovery codes in the place of those before. Nobody can read them again. */
  renewRecovery(userId: number): readonly string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.#makeRecovery());
    this.#context.tables.recoveryCodes.replace(
      userId,
      codes.map((code) => sha256(code)),
    );
    return codes.map((code) => code.replace(/(?<=^(?:.{4})+)(?=.)/g, '-'));
  }

  /** How many recovery codes are still good. */
  countRecovery(userId: number): number {
    return this.#context.tables.recoveryCodes.count(userId);
  }

  /** Whatever the user could show is good no longer. */
  forget(userId: number): void {
    this.#context.tables.secondFactors.delete(userId);
    this.#context.tables.emailCodes.spend(userId);
    this.#context.tables.recoveryCodes.replace(userId, []);
  }

  #spend(userId: number, factor: SecondFactor, code: string): CodeKind | undefined {
    const isGood =
      factor.method === 'email' ? this.#spendSent(userId, code) : this.#spendTotp(userId, factor, code);
    return isGood ? factor.method : undefined;
  }

  #spendSent(userId: number, code: string): boolean {
    const last = this.#context.tables.emailCodes.findLast(userId);
    if (last?.mac !== this.#parts.encryption.mac(code, ownerOf(userId))) return false;
    if (last.sentAt + EMAIL_CODE_LIFETIME_MS <= this.#context.now()) return false;
    this.#context.tables.emailCodes.spend(userId);
    return true;
  }

  #spendTotp(userId: number, { sealedSecret }: SecondFactor, code: string): boolean {
    const key =
      sealedSecret === null ? undefined : this.#parts.encryption.open(sealedSecret, ownerOf(userId));
    if (key === undefined) {
      this.#context.log.error(
        { user_id: userId },
        'a TOTP secret cannot be read: secret.key is not the one of this database',
      );
      return false;
    }
    const step = totpStep(key, code, this.#context.now());
    return step !== undefined && this.#context.tables.secondFactors.updateLastStep(userId, step);
  }

  #spendRecovery(userId: number, code: string): CodeKind | undefined {
    return this.#context.tables.recoveryCodes.delete(userId, sha256(code)) ? 'recovery' : undefined;
  }

  /** Each lock takes twice as long as the one before, up to a day: who knows the password may guess for ever. */
  #fail(userId: number, { failures: before }: SecondFactor, now: number): void {
    const failures = before + 1;
    const locks = failures / MOST_FAILURES;
    const blockedUntil = Number.isInteger(locks)
      ? now + Math.min(DAY_MS, FIRST_BLOCK_MS * 2 ** (locks - 1))
      : 0;
    this.#context.tables.secondFactors.updateFailures(userId, failures, blockedUntil);
  }

  #makeRecovery(): string {
    const bytes = this.#context.randomBytes(RECOVERY_LENGTH);
    return Array.from(bytes, (byte) => RECOVERY_ALPHABET.charAt(byte % RECOVERY_ALPHABET.length)).join('');
  }
}

/** Whose something sealed is. */
export function ownerOf(userId: number): string {
  return `second factor of ${String(userId)}`;
}

function throttled(message: string, waitMs: number): DmsError {
  return new DmsError('throttled', message, { retryAfter: Math.ceil(waitMs / 1000) });
}
