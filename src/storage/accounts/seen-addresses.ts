import type { Database, Statement } from '../database/database.ts';

/** The `seen_addresses` table: IP addresses from which a user's password or tokens have been used. */
export class SeenAddressTable {
  readonly #insert: Statement<[number, number, string]>;
  readonly #has: Statement<[number, string], { known: 1 }>;
  readonly #hasAny: Statement<[string], { known: 1 }>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO seen_addresses (user_id, token_id, address) VALUES (?, ?, ?)',
    );
    this.#has = database.prepare(
      'SELECT 1 AS known FROM seen_addresses WHERE user_id = ? AND token_id = 0 AND address = ?',
    );
    this.#hasAny = database.prepare(
      'SELECT 1 AS known FROM seen_addresses WHERE token_id = 0 AND address = ? LIMIT 1',
    );
  }

  /** True when the user's password has been used from the address. */
  hasPassword(userId: number, address: string): boolean {
    return this.#has.get(userId, address) !== undefined;
  }

  /** True when the password of any user has been used from the address. */
  hasAnyPassword(address: string): boolean {
    return this.#hasAny.get(address) !== undefined;
  }

  /** Adds an address. @param tokenId 0 for the password @returns false when the address was already known */
  insert(userId: number, tokenId: number, address: string): boolean {
    return this.#insert.run(userId, tokenId, address).changes > 0;
  }
}
