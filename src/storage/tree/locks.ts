import type { Lock, LockDepth, LockScope } from '../../model/entries/lock.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';
import type { Ancestry } from './ancestry.ts';

interface Row {
  token: string;
  entry_id: number;
  user_id: number;
  user_name: string;
  depth: LockDepth;
  scope: LockScope;
  owner_xml: string;
  timeout_seconds: number;
  expires_at: number;
}

/** A lock with the login name of its holder. */
export type LockWithLogin = Lock & { readonly userLogin: string };

const COLUMNS = `l.token, l.entry_id, l.user_id, u.name AS user_name, l.depth, l.scope, l.owner_xml,
  l.timeout_seconds, l.expires_at`;
const TABLES = 'locks l JOIN users u ON u.id = l.user_id';
const SELECT = `SELECT ${COLUMNS} FROM ${TABLES}`;

/** The `locks` table: write locks. Lists omit locks that have expired at `now` (milliseconds UTC). */
export class LockTable {
  readonly #ancestry: Ancestry;
  readonly #any: Statement<[], { found: 0 | 1 }>;
  readonly #listCovering: Statement<[number, number, string], Row>;
  readonly #listEntryIds: Statement<[number], { id: number }>;
  readonly #listOfMembers: Statement<[number, number], Row>;
  readonly #listOn: Statement<[number, string], Row>;
  readonly #list: Statement<[number], Row & { user_login: string }>;
  readonly #page: Statement<[number, number, number], Row & { user_login: string }>;
  readonly #count: Statement<[number], { count: number }>;
  readonly #countOn: Statement<[number, number], { count: number }>;
  readonly #countOf: Statement<[number, number], { count: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateExpiry: Statement<[number, number, string]>;
  readonly #updateEntry: Statement<[number, number, number | null]>;
  readonly #delete: Statement<[string]>;
  readonly #deleteExpired: Statement<[number]>;
  readonly #listEnded: Statement<[number, number], { entryId: number; isDeep: 0 | 1 }>;
  readonly #limitExpiry: Statement<[number, number]>;

  constructor(database: Database, ancestry: Ancestry) {
    this.#ancestry = ancestry;
    this.#any = database.prepare('SELECT EXISTS (SELECT 1 FROM locks) AS found');
    this.#listCovering = database.prepare(
      `${SELECT} WHERE l.expires_at > ? AND (l.entry_id = ?
         OR (l.depth = 'infinity' AND l.entry_id IN (SELECT value FROM json_each(?))))`,
    );
    this.#listEntryIds = database.prepare('SELECT entry_id AS id FROM locks WHERE expires_at > ?');
    this.#listOfMembers = database.prepare(
      `${SELECT} JOIN entries e ON e.id = l.entry_id WHERE l.expires_at > ? AND e.parent_id = ?`,
    );
    this.#listOn = database.prepare(
      `${SELECT} WHERE l.expires_at > ? AND l.entry_id IN (SELECT value FROM json_each(?))`,
    );
    this.#list = database.prepare(
      `SELECT ${COLUMNS}, u.login AS user_login FROM ${TABLES} WHERE l.expires_at > ?`,
    );
    this.#page = database.prepare(
      `SELECT ${COLUMNS}, u.login AS user_login FROM ${TABLES} WHERE l.expires_at > ?
       ORDER BY l.expires_at DESC, l.rowid DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare('SELECT count(*) AS count FROM locks WHERE expires_at > ?');
    this.#countOn = database.prepare(
      'SELECT count(*) AS count FROM locks WHERE entry_id = ? AND expires_at > ?',
    );
    this.#countOf = database.prepare(
      'SELECT count(*) AS count FROM locks WHERE user_id = ? AND expires_at > ?',
    );
    this.#insert = database.prepare(
      `INSERT INTO locks (token, entry_id, user_id, depth, scope, owner_xml, timeout_seconds, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateExpiry = database.prepare(
      'UPDATE locks SET timeout_seconds = ?, expires_at = ? WHERE token = ?',
    );
    this.#updateEntry = database.prepare(
      'UPDATE locks SET entry_id = ? WHERE entry_id = ? AND user_id = coalesce(?, user_id)',
    );
    this.#delete = database.prepare('DELETE FROM locks WHERE token = ?');
    this.#deleteExpired = database.prepare('DELETE FROM locks WHERE expires_at <= ?');
    this.#listEnded = database.prepare(
      `SELECT DISTINCT entry_id AS entryId, depth = 'infinity' AS isDeep FROM locks
       WHERE expires_at > ? AND expires_at <= ? LIMIT 2001`,
    );
    this.#limitExpiry = database.prepare(
      `UPDATE locks SET expires_at = ? + timeout_seconds * 1000
       WHERE expires_at > ? + timeout_seconds * 1000`,
    );
  }

  /**
   * True if the table has any lock, including expired ones. It is empty most of the time; then this cheap query
   * replaces the others.
   */
  any(): boolean {
    return this.#any.get()?.found === 1;
  }

  /**
   * Locks on an entry, and locks of depth infinity on its ancestors.
   * @param lineage ids from the entry up to its root
   */
  listCovering(lineage: readonly number[], now: number): Lock[] {
    const [entryId, ...ancestors] = lineage;
    return entryId === undefined
      ? []
      : this.#listCovering.all(now, entryId, JSON.stringify(ancestors)).map(lockFrom);
  }

  /** Locks on an entry and on all its descendants. */
  listWithin(entryId: number, now: number): Lock[] {
    // Searches upwards from each lock, because there are few locks and many entries.
    const locked = new Set(this.#listEntryIds.all(now).map(({ id }) => id));
    return this.listOn(
      [...locked].filter((id) => this.#ancestry.list(id).some((ancestor) => ancestor.id === entryId)),
      now,
    );
  }

  /** Locks directly on the members of a folder. */
  listOfMembers(folderId: number, now: number): Lock[] {
    return this.#listOfMembers.all(now, folderId).map(lockFrom);
  }

  /** Locks directly on these entries. */
  listOn(entryIds: readonly number[], now: number): Lock[] {
    return this.#listOn.all(now, JSON.stringify(entryIds)).map(lockFrom);
  }

  /** Number of locks directly on an entry. */
  countOn(entryId: number, now: number): number {
    return this.#countOn.get(entryId, now)?.count ?? 0;
  }

  /** Number of locks of a user. */
  countOf(userId: number, now: number): number {
    return this.#countOf.get(userId, now)?.count ?? 0;
  }

  /** All locks. */
  list(now: number): LockWithLogin[] {
    return this.#list.all(now).map((row) => ({ ...lockFrom(row), userLogin: row.user_login }));
  }

  /** A page of all locks, latest expiry first. */
  page(now: number, limit: number, offset: number): { items: LockWithLogin[]; total: number } {
    const items = this.#page
      .all(now, limit, offset)
      .map((row) => ({ ...lockFrom(row), userLogin: row.user_login }));
    return { items, total: this.#count.get(now)?.count ?? 0 };
  }

  insert(lock: Omit<Lock, 'userName'>): void {
    const { token, entryId, userId, depth, scope, ownerXml, timeoutSeconds, expiresAt } = lock;
    this.#insert.run(token, entryId, userId, depth, scope, ownerXml, timeoutSeconds, expiresAt);
  }

  /** @param expiresAt milliseconds UTC */
  updateExpiry(token: string, timeoutSeconds: number, expiresAt: number): void {
    this.#updateExpiry.run(timeoutSeconds, expiresAt, token);
  }

  /** Moves the locks on one entry to another entry. @param holderId user whose locks are moved; default: all locks */
  updateEntry(fromId: number, toId: number, holderId?: number): void {
    this.#updateEntry.run(toId, fromId, holderId ?? null);
  }

  delete(token: string): void {
    this.#delete.run(token);
  }

  /** Limits the remaining time of each lock to its timeout, after the clock was set back. */
  limitExpiry(now: number): void {
    this.#limitExpiry.run(now, now);
  }

  /**
   * Entries with a lock that expired after `from` and until `to` (milliseconds UTC), at most 2,001. `isDeep`: the lock
   * had depth infinity.
   */
  listEnded(from: number, to: number): { entryId: number; isDeep: boolean }[] {
    return this.#listEnded.all(from, to).map(({ entryId, isDeep }) => ({ entryId, isDeep: isDeep === 1 }));
  }

  /** @returns the number of deleted locks */
  deleteExpired(now: number): number {
    return this.#deleteExpired.run(now).changes;
  }
}

function lockFrom(row: Row): Lock {
  return {
    token: row.token,
    entryId: row.entry_id,
    userId: row.user_id,
    userName: row.user_name,
    depth: row.depth,
    scope: row.scope,
    ownerXml: row.owner_xml,
    timeoutSeconds: row.timeout_seconds,
    expiresAt: row.expires_at,
  };
}
