import type { Language, TwoFactor, Usage, User, UserRecord } from '../../model/people/user.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';
import { DependencyCache } from '../database/dependency-cache.ts';
import { EmailLookup } from './email-lookup.ts';
import {
  type Row,
  recordFrom,
  SELECT,
  type UserWithPassword,
  usageFrom,
  userFrom,
  withPassword,
} from './users/user-rows.ts';

export type { UserWithPassword };

/** The searchable properties of a user. */
export interface UserNames {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** Values of a new user. The home is set with {@link UserTable.updateHome} in the same transaction. */
export interface NewUser {
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** All values of a user that {@link UserTable.update} writes. */
export interface UserValues {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly language: Language | null;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
  /** Milliseconds UTC. */
  readonly updatedAt: number;
}

const KNOWN_USERS = 1000;

/**
 * The `users` table. Lookups of login names and e-mail addresses ignore the case of ASCII letters (SQLite's `NOCASE`).
 */
export class UserTable {
  /**
   * Every request reads its user, usually several times. The usage of a home changes with each upload and is not
   * cached.
   */
  readonly #known: DependencyCache<UserWithPassword>;
  readonly #find: Statement<[number], Row>;
  readonly #findByLogin: Statement<[string], Row>;
  readonly #emails: EmailLookup<Row>;
  readonly #list: Statement<[number, number], Row>;
  readonly #names: Statement<[number, number], Pick<Row, 'id' | 'login' | 'name' | 'email' | 'is_disabled'>>;
  readonly #listByIds: Statement<[string], Row>;
  readonly #count: Statement<[], { total: number }>;
  readonly #countAdministrators: Statement<[], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #update: Statement<SqlValue[]>;
  readonly #updateHome: Statement<[number, number]>;
  readonly #updateLastLogin: Statement<[number, number]>;
  readonly #updateTwoFactor: Statement<[TwoFactor, number, number]>;
  readonly #delete: Statement<[number]>;
  readonly #listAdministrators: Statement<[], Row>;
  readonly #addUsage: Statement<[number, number, number]>;
  readonly #findUsage: Statement<[number], Pick<Row, 'used_bytes' | 'used_entries' | 'quota_bytes'>>;

  constructor(database: Database) {
    this.#known = new DependencyCache(database, KNOWN_USERS);
    this.#find = database.prepare(`${SELECT} WHERE id = ?`);
    this.#findByLogin = database.prepare(`${SELECT} WHERE login = ?`);
    this.#emails = new EmailLookup(database, SELECT);
    this.#list = database.prepare(`${SELECT} ORDER BY login LIMIT ? OFFSET ?`);
    this.#names = database.prepare(
      'SELECT id, login, name, email, is_disabled FROM users WHERE id > ? ORDER BY id LIMIT ?',
    );
    this.#listByIds = database.prepare(
      `${SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY login`,
    );
    this.#count = database.prepare('SELECT count(*) AS total FROM users');
    this.#countAdministrators = database.prepare(
      'SELECT count(*) AS total FROM users WHERE is_admin = 1 AND is_disabled = 0',
    );
    this.#listAdministrators = database.prepare(
      `${SELECT} WHERE is_admin = 1 AND is_disabled = 0 ORDER BY id`,
    );
    this.#insert = database.prepare(
      `INSERT INTO users (login, name, email, password_hash, is_admin, quota_bytes, home_id, created_at,
         updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    );
    this.#update = database.prepare(
      `UPDATE users SET name = ?, email = ?, password_hash = ?, is_admin = ?, is_disabled = ?,
         language = ?, quota_bytes = ?, updated_at = ? WHERE id = ?`,
    );
    this.#updateHome = database.prepare('UPDATE users SET home_id = ? WHERE id = ?');
    this.#updateLastLogin = database.prepare('UPDATE users SET last_login_at = ? WHERE id = ?');
    this.#updateTwoFactor = database.prepare('UPDATE users SET two_factor = ?, updated_at = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM users WHERE id = ?');
    this.#addUsage = database.prepare(
      'UPDATE users SET used_bytes = used_bytes + ?, used_entries = used_entries + ? WHERE id = ?',
    );
    this.#findUsage = database.prepare(
      'SELECT used_bytes, used_entries, quota_bytes FROM users WHERE id = ?',
    );
  }

  find(id: number): User | undefined {
    return this.findWithPassword(id)?.user;
  }

  findByLogin(login: string): User | undefined {
    return this.findByLoginWithPassword(login)?.user;
  }

  findByEmail(email: string): User | undefined {
    return this.findByEmailWithPassword(email)?.user;
  }

  /** Users whose address differs at most in the spelling of its domain, the exact one first. */
  listByEmail(email: string): User[] {
    return this.#emails.list(email).map(userFrom);
  }

  /** Finds a user and the password hash by id. */
  findWithPassword(id: number): UserWithPassword | undefined {
    const key = `user ${id}` as const;
    const known = this.#known.get(key);
    if (known) return known;
    const stamp = this.#known.stamp([key]);
    const found = withPassword(this.#find.get(id));
    if (found) this.#known.keep(key, found, stamp);
    return found;
  }

  /** Finds a user and the password hash by login name. */
  findByLoginWithPassword(login: string): UserWithPassword | undefined {
    return withPassword(this.#findByLogin.get(login));
  }

  /** Finds a user and the password hash by e-mail address. */
  findByEmailWithPassword(email: string): UserWithPassword | undefined {
    return withPassword(this.#emails.find(email));
  }

  /** Lists users, ordered by login name. */
  list(limit: number, offset: number): { items: UserRecord[]; total: number } {
    return { items: this.#list.all(limit, offset).map(recordFrom), total: this.#count.get()?.total ?? 0 };
  }

  /** A slice of users, ordered by id. @param after last id of the previous slice; 0 for the first slice */
  listAfter(after: number, limit: number): UserNames[] {
    return this.#names.all(after, limit).map(({ id, login, name, email, is_disabled: isDisabled }) => ({
      id,
      login,
      name,
      email,
      isDisabled: isDisabled === 1,
    }));
  }

  /** The users with these ids, ordered by login name. */
  listByIds(ids: readonly number[]): UserRecord[] {
    return this.#listByIds.all(JSON.stringify(ids)).map(recordFrom);
  }

  /** Counts the administrators whose accounts are not disabled. */
  countAdministrators(): number {
    return this.#countAdministrators.get()?.total ?? 0;
  }

  /** The administrators whose accounts are not disabled, by id. */
  listAdministrators(): User[] {
    return this.#listAdministrators.all().map(userFrom);
  }

  /**
   * Adds a user. The caller's transaction must also call {@link UserTable.updateHome}: the row does not refer to a home
   * yet, and the deferred foreign key would make the commit fail.
   * @returns id of the user
   */
  insert(user: NewUser): number {
    const { lastInsertRowid } = this.#insert.run(
      user.login,
      user.name,
      user.email,
      user.passwordHash,
      Number(user.isAdmin),
      user.quotaBytes,
      user.createdAt,
      user.createdAt,
    );
    return Number(lastInsertRowid);
  }

  update(id: number, values: UserValues): void {
    this.#update.run(
      values.name,
      values.email,
      values.passwordHash,
      Number(values.isAdmin),
      Number(values.isDisabled),
      values.language,
      values.quotaBytes,
      values.updatedAt,
      id,
    );
  }

  /** Sets a user's home folder. @param homeId entry id */
  updateHome(id: number, homeId: number): void {
    this.#updateHome.run(homeId, id);
  }

  /** Stores when a user last signed in. @param at milliseconds UTC */
  updateLastLogin(id: number, at: number): void {
    this.#updateLastLogin.run(at, id);
  }

  /** Sets the two-factor method of a user. @param at milliseconds UTC */
  updateTwoFactor(id: number, twoFactor: TwoFactor, at: number): void {
    this.#updateTwoFactor.run(twoFactor, at, id);
  }

  /**
   * Deletes a user; SQL cascades to sessions, tokens, locks and received shares. The user must no longer own a home.
   */
  delete(id: number): void {
    this.#delete.run(id);
  }

  /** Adds to the usage of a user's home. @param added negative when entries were removed */
  addUsage(id: number, { entries, bytes }: Usage): void {
    this.#addUsage.run(bytes, entries, id);
  }

  /** Returns the usage of a user's home, and its quota (null: no limit). */
  findUsage(id: number): { used: Usage; quotaBytes: number | null } | undefined {
    const row = this.#findUsage.get(id);
    return row && { used: usageFrom(row), quotaBytes: row.quota_bytes };
  }

  /** A user with the current usage of the home; zero for a deleted user. */
  recordOf(user: User): UserRecord {
    return { ...user, used: this.findUsage(user.id)?.used ?? { entries: 0, bytes: 0 } };
  }
}
