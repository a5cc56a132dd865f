import type { Database, SqlValue, Statement } from '../database/database.ts';

/** A second factor, active or not yet confirmed by its user. Times in milliseconds UTC. */
export interface SecondFactor {
  readonly method: 'email' | 'totp';
  /** The TOTP key, encrypted with the key of the data directory; null for the method `email`. */
  readonly encryptedSecret: Buffer | null;
  /** Number of wrong codes since the last accepted one. */
  readonly failures: number;
  readonly blockedUntil: number;
  readonly createdAt: number;
}

interface Row {
  method: 'email' | 'totp';
  sealed_secret: Buffer | null;
  failures: number;
  blocked_until: number;
  created_at: number;
}

/**
 * The `second_factors` table: at most one second factor per user. The column `two_factor` of the user's row stores
 * whether it is active.
 */
export class SecondFactorTable {
  readonly #find: Statement<[number], Row>;
  readonly #replace: Statement<SqlValue[]>;
  readonly #updateLastStep: Statement<[number, number, number]>;
  readonly #updateFailures: Statement<[number, number, number]>;
  readonly #setBack: Statement<[number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT method, sealed_secret, failures, blocked_until, created_at FROM second_factors
       WHERE user_id = ?`,
    );
    this.#replace = database.prepare(
      `INSERT OR REPLACE INTO second_factors (user_id, method, sealed_secret, created_at)
       VALUES (?, ?, ?, ?)`,
    );
    this.#updateLastStep = database.prepare(
      'UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?',
    );
    this.#updateFailures = database.prepare(
      'UPDATE second_factors SET failures = ?, blocked_until = ? WHERE user_id = ?',
    );
    this.#setBack = database.prepare(
      'UPDATE second_factors SET blocked_until = blocked_until - ? WHERE blocked_until > 0',
    );
    this.#delete = database.prepare('DELETE FROM second_factors WHERE user_id = ?');
  }

  find(userId: number): SecondFactor | undefined {
    const row = this.#find.get(userId);
    return row && factorFrom(row);
  }

  /** Stores a new second factor of the user. Replaces an existing one, including its failures and last step. */
  replace(
    userId: number,
    { method, encryptedSecret, createdAt }: Pick<SecondFactor, 'method' | 'encryptedSecret' | 'createdAt'>,
  ): void {
    this.#replace.run(userId, method, encryptedSecret, createdAt);
  }

  /**
   * Stores the time step of an accepted TOTP code (RFC 6238 §5.2: each code is accepted once).
   * @returns false when a code of this or a later step was already accepted
   */
  updateLastStep(userId: number, step: number): boolean {
    return this.#updateLastStep.run(step, userId, step).changes > 0;
  }

  /** Stores the number of wrong codes. @param blockedUntil milliseconds UTC */
  updateFailures(userId: number, failures: number, blockedUntil: number): void {
    this.#updateFailures.run(failures, blockedUntil, userId);
  }

  /** Moves the end of all blocks back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by);
  }

  delete(userId: number): void {
    this.#delete.run(userId);
  }
}

function factorFrom(row: Row): SecondFactor {
  return {
    method: row.method,
    encryptedSecret: row.sealed_secret,
    failures: row.failures,
    blockedUntil: row.blocked_until,
    createdAt: row.created_at,
  };
}
