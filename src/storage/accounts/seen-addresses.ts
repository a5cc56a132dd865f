import type { Database, Statement } from '../database.ts';

/** From where the credentials of users have been used. */
export class SeenAddressTable {
  readonly #insert: Statement<[number, number, string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO seen_addresses (user_id, token_id, address) VALUES (?, ?, ?)',
    );
  }

  /** @param tokenId 0: the password @returns false when it was known */
  insert(userId: number, tokenId: number, address: string): boolean {
    return this.#insert.run(userId, tokenId, address).changes > 0;
  }
}
