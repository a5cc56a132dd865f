import type { Database, SqlValue, Statement } from '../database/database.ts';

/** An address at which one user edits one document. */
export interface EditAddress {
  readonly id: number;
  readonly documentId: number;
  readonly userId: number;
  /** Name of the document when the address was made. */
  readonly name: string;
  /** Time at which the address ends without further use, in milliseconds UTC. */
  readonly renewableUntil: number;
  /** Time at which it, or the session or token that made it, ends, in milliseconds UTC. */
  readonly expiresAt: number;
}

/** An address before it has an id. */
export interface NewEditAddress extends Pick<EditAddress, 'documentId' | 'userId' | 'name' | 'expiresAt'> {
  /** In lower-case hexadecimal. */
  readonly tokenSha256: string;
  /** Exactly one of these made it. */
  readonly sessionId: number | null;
  readonly tokenId: number | null;
}

const SELECT = `SELECT a.id, a.document_id AS documentId, a.user_id AS userId, a.name, a.expires_at AS renewableUntil,
  min(a.expires_at, coalesce(s.expires_at, t.expires_at, a.expires_at)) AS expiresAt
  FROM edit_addresses a LEFT JOIN sessions s ON s.id = a.session_id LEFT JOIN tokens t ON t.id = a.token_id`;

/**
 * The `edit_addresses` table. Only the SHA-256 of each token is stored. The rows of a session or token are deleted with
 * it.
 */
export class EditAddressTable {
  readonly #findByToken: Statement<[string], EditAddress>;
  readonly #find: Statement<[number], EditAddress>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateExpiry: Statement<[number, number]>;
  readonly #deleteOldest: Statement<[number, number]>;
  readonly #deleteExpired: Statement<[number]>;
  readonly #setBack: Statement<[number]>;

  constructor(database: Database) {
    this.#findByToken = database.prepare(`${SELECT} WHERE a.token_sha256 = ?`);
    this.#find = database.prepare(`${SELECT} WHERE a.id = ?`);
    this.#insert = database.prepare(
      `INSERT INTO edit_addresses (token_sha256, document_id, user_id, session_id, token_id, name, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateExpiry = database.prepare('UPDATE edit_addresses SET expires_at = ? WHERE id = ?');
    this.#deleteOldest = database.prepare(
      `DELETE FROM edit_addresses WHERE id IN
         (SELECT id FROM edit_addresses WHERE user_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    );
    this.#deleteExpired = database.prepare('DELETE FROM edit_addresses WHERE expires_at <= ?');
    this.#setBack = database.prepare('UPDATE edit_addresses SET expires_at = expires_at - ?');
  }

  /** Finds an address, which may have expired. @param tokenSha256 in lower-case hexadecimal */
  findByToken(tokenSha256: string): EditAddress | undefined {
    return this.#findByToken.get(tokenSha256);
  }

  /** As {@link EditAddressTable.findByToken}, by the id. */
  find(id: number): EditAddress | undefined {
    return this.#find.get(id);
  }

  insert({ tokenSha256, documentId, userId, sessionId, tokenId, name, expiresAt }: NewEditAddress): void {
    this.#insert.run(tokenSha256, documentId, userId, sessionId, tokenId, name, expiresAt);
  }

  /** Renews an address. @param expiresAt milliseconds UTC */
  updateExpiry(id: number, expiresAt: number): void {
    this.#updateExpiry.run(expiresAt, id);
  }

  /** Deletes the addresses of a user except the newest ones. @param kept how many stay */
  deleteOldest(userId: number, kept: number): void {
    this.#deleteOldest.run(userId, kept);
  }

  /** Deletes addresses that have expired at `now` (milliseconds UTC). */
  deleteExpired(now: number): void {
    this.#deleteExpired.run(now);
  }

  /** Moves the end of all addresses back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by);
  }
}
