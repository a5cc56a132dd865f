import type { Database, SqlValue, Statement } from '../database.ts';

/** What a user shows besides his password, or is about to. Times in milliseconds UTC. */
export interface SecondFactor {
  readonly method: 'email' | 'totp';
  /** With TOTP only: not readable without the key of the data directory. */
  readonly sealedSecret: Buffer | null;
  /** Wrong codes since the last right one. */
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

/** The second factors: at most one of a user. Whether it is on says the user's own row. */
export class SecondFactorTable {
  readonly #find: Statement<[number], Row>;
  readonly #replace: Statement<SqlValue[]>;
  readonly #updateLastStep: Statement<[number, number, number]>;
  readonly #updateFailures: Statement<[number, number, number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      'SELECT method, sealed_secret, failures, blocked_until, created_at FROM second_factors WHERE user_id = ?',
    );
    this.#replace = database.prepare(
      'INSERT OR REPLACE INTO second_factors (user_id, method, sealed_secret, created_at) VALUES (?, ?, ?, ?)',
    );
    this.#updateLastStep = database.prepare(
      'UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?',
    );
    this.#updateFailures = database.prepare(
      'UPDATE second_factors SET failures = ?, blocked_until = ? WHERE user_id = ?',
    );
    this.#delete = database.prepare('DELETE FROM second_factors WHERE user_id = ?');
  }

  find(userId: number): SecondFactor | undefined {
    const row = this.#find.get(userId);
    return row && factorFrom(row);
  }

  /** Puts a factor that has not been used in the place of whatever the user had. */
  replace(
    userId: number,
    { method, sealedSecret, createdAt }: Pick<SecondFactor, 'method' | 'sealedSecret' | 'createdAt'>,
  ): void {
    this.#replace.run(userId, method, sealedSecret, createdAt);
  }

  /** Steps only go forward. @returns false when a code of this step, or of a later one, was accepted already */
  updateLastStep(userId: number, step: number): boolean {
    return this.#updateLastStep.run(step, userId, step).changes > 0;
  }

  /** @param blockedUntil milliseconds UTC */
  updateFailures(userId: number, failures: number, blockedUntil: number): void {
    this.#updateFailures.run(failures, blockedUntil, userId);
  }

  delete(userId: number): void {
    this.#delete.run(userId);
  }
}

function factorFrom(row: Row): SecondFactor {
  return {
    method: row.method,
    sealedSecret: row.sealed_secret,
    failures: row.failures,
    blockedUntil: row.blocked_until,
    createdAt: row.created_at,
  };
}
