import type { Database, Statement } from '../database.ts';

/** The `seen_addresses` table: addresses from which a user's password or tokens have been used. */
export class SeenAddressTable {
  readonly #insert: Statement<[number, number, string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO seen_addresses (user_id, token_id, address) VALUES (?, ?, ?)',
    );
  }

  /** Adds an address. @param tokenId 0 for the password @returns false when the address was already known */
  insert(userId: number, tokenId: number, address: string): boolean {
    return this.#insert.run(userId, tokenId, address).changes > 0;
  }
}
