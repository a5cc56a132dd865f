import { SCOPES, type Scope } from '../../model/people/actor.ts';
import type { Token } from '../../model/people/user.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';
import { DependencyCache } from '../database/dependency-cache.ts';

/** A token before it has an id. Times in milliseconds UTC. */
export interface NewToken {
  readonly secretSha256: string;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly prefix: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** The token that created this one; deleting it also deletes this one. Null for none. */
  readonly parentId: number | null;
}

interface Row {
  id: number;
  user_id: number;
  name: string;
  /** Comma-separated scopes. */
  scopes: string;
  prefix: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

const KNOWN_TOKENS = 1000;

const SELECT = 'SELECT id, user_id, name, scopes, prefix, created_at, expires_at, last_used_at FROM tokens';

/** The `tokens` table: personal access tokens. Only the SHA-256 of each secret is stored. */
export class TokenTable {
  /** Tokens by the hashes of their secrets. A network drive sends the same token with each request. */
  readonly #known: DependencyCache<Token>;
  readonly #find: Statement<[number], Row>;
  readonly #findBySecret: Statement<[string], Row>;
  readonly #list: Statement<[number, number, number], Row>;
  readonly #count: Statement<[number], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateLastUsed: Statement<[number, number]>;
  readonly #delete: Statement<[number]>;
  readonly #deleteOfUser: Statement<[number]>;

  constructor(database: Database) {
    this.#known = new DependencyCache(database, KNOWN_TOKENS);
    this.#find = database.prepare(`${SELECT} WHERE id = ?`);
    this.#findBySecret = database.prepare(`${SELECT} WHERE secret_sha256 = ?`);
    this.#list = database.prepare(`${SELECT} WHERE user_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`);
    this.#count = database.prepare('SELECT count(*) AS total FROM tokens WHERE user_id = ?');
    this.#insert = database.prepare(
      `INSERT INTO tokens (secret_sha256, user_id, name, scopes, prefix, created_at, expires_at, parent_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateLastUsed = database.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM tokens WHERE id = ?');
    this.#deleteOfUser = database.prepare('DELETE FROM tokens WHERE user_id = ?');
  }

  /** Finds a token, including expired ones. */
  find(id: number): Token | undefined {
    const row = this.#find.get(id);
    return row && tokenFrom(row);
  }

  /** Finds a token by its secret, including expired ones. */
  findBySecret(secretSha256: string): Token | undefined {
    const known = this.#known.get(secretSha256);
    if (known) return known;
    const row = this.#findBySecret.get(secretSha256);
    if (row === undefined) return undefined;
    const token = tokenFrom(row);
    this.#known.keep(secretSha256, token, this.#known.stamp([`token ${token.id}`]));
    return token;
  }

  /** Lists all tokens of a user, including expired ones, newest first. */
  list(userId: number, limit: number, offset: number): { items: Token[]; total: number } {
    const items = this.#list.all(userId, limit, offset).map(tokenFrom);
    return { items, total: this.#count.get(userId)?.total ?? 0 };
  }

  /** Adds a token. @returns its id */
  insert(token: NewToken): number {
    const { lastInsertRowid } = this.#insert.run(
      token.secretSha256,
      token.userId,
      token.name,
      token.scopes.join(','),
      token.prefix,
      token.createdAt,
      token.expiresAt,
      token.parentId,
    );
    return Number(lastInsertRowid);
  }

  /** Stores when a token was last used. @param at milliseconds UTC */
  updateLastUsed(id: number, at: number): void {
    this.#updateLastUsed.run(at, id);
  }

  /** Deletes a token and all tokens that were created with it. */
  delete(id: number): void {
    this.#delete.run(id);
  }

  /**
   * Deletes all tokens of a user.
   * @returns number of deleted tokens, excluding tokens that were deleted by a cascade
   */
  deleteOfUser(userId: number): number {
    return this.#deleteOfUser.run(userId).changes;
  }
}

function tokenFrom(row: Row): Token {
  const scopes = row.scopes.split(',');
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    prefix: row.prefix,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
