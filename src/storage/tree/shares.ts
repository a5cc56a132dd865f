import type { Share } from '../../model/share.ts';
import { Cache } from '../cache.ts';
import type { Database, SqlValue, Statement } from '../database.ts';

interface Row {
  id: number;
  entry_id: number;
  is_folder: 0 | 1;
  permissions: number;
  users: string;
  notified: string;
  created_by: number | null;
  created_by_name: string | null;
  created_at: number;
  expires_at: number | null;
}

/** A grant as its recipient sees it. */
export interface Grant {
  readonly shareId: number;
  readonly entryId: number;
  readonly permissions: number;
  readonly createdBy: number | null;
  /** Milliseconds UTC; null: for good. */
  readonly expiresAt: number | null;
}

/** What a new share says, its recipients apart. */
export interface NewShare {
  readonly entryId: number;
  readonly permissions: number;
  readonly createdBy: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** What of a share can be changed, apart from its recipients. */
export type ShareTerms = Pick<NewShare, 'permissions' | 'expiresAt'>;

const RECIPIENTS = `SELECT json_group_array(u.login ORDER BY u.login) FROM share_recipients r JOIN users u ON u.id = r.user_id
      WHERE r.share_id = s.id AND r.entry_id = s.entry_id`;
const RUNNING = '(s.expires_at IS NULL OR s.expires_at > ?)';
const SELECT = `SELECT s.id, s.entry_id, e.is_folder, s.permissions, s.created_by, c.name AS created_by_name, s.created_at,
    s.expires_at, (${RECIPIENTS}) AS users, (${RECIPIENTS} AND r.notified_at IS NOT NULL) AS notified
  FROM shares s JOIN entries e ON e.id = s.entry_id LEFT JOIN users c ON c.id = s.created_by`;

/** Grants that are remembered, of all users together. */
const REMEMBERED_GRANTS = 50_000;

/** Grants of permissions on entries. */
export class ShareTable {
  readonly #database: Database;
  readonly #grants: Cache<number, ReadonlyMap<number, Grant>>;
  readonly #find: Statement<[number], Row>;
  readonly #listOn: Statement<[number, number], Row>;
  readonly #listGrants: Statement<[number], Grant>;
  readonly #listMadeBy: Statement<[number, number], Row>;
  readonly #listWith: Statement<[number, number], Row>;
  readonly #listShared: Statement<[string, number], { entryId: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #upsertRecipient: Statement<[number, number, number]>;
  readonly #update: Statement<[number, number | null, number]>;
  readonly #updateNotified: Statement<[number, number, number]>;
  readonly #deleteRecipient: Statement<[number, number]>;
  readonly #deleteExpired: Statement<[number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#database = database;
    this.#grants = new Cache(() => database.structure, REMEMBERED_GRANTS);
    this.#find = database.prepare(`${SELECT} WHERE s.id = ?`);
    this.#listOn = database.prepare(`${SELECT} WHERE s.entry_id = ? AND ${RUNNING} ORDER BY s.id`);
    this.#listGrants = database.prepare(
      `SELECT s.id AS shareId, s.entry_id AS entryId, s.permissions, s.created_by AS createdBy, s.expires_at AS expiresAt
       FROM share_recipients r JOIN shares s ON s.id = r.share_id WHERE r.user_id = ? ORDER BY s.id`,
    );
    this.#listMadeBy = database.prepare(`${SELECT} WHERE s.created_by = ? AND ${RUNNING} ORDER BY s.id DESC`);
    this.#listWith = database.prepare(
      `${SELECT} WHERE s.id IN (SELECT r.share_id FROM share_recipients r WHERE r.user_id = ?) AND ${RUNNING}
       ORDER BY s.id DESC`,
    );
    this.#listShared = database.prepare(
      `SELECT DISTINCT s.entry_id AS entryId FROM shares s
       WHERE s.entry_id IN (SELECT value FROM json_each(?)) AND ${RUNNING}`,
    );
    this.#insert = database.prepare(
      'INSERT INTO shares (entry_id, permissions, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#upsertRecipient = database.prepare(
      `INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (?, ?, ?)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET share_id = excluded.share_id, notified_at = NULL`,
    );
    this.#update = database.prepare('UPDATE shares SET permissions = ?, expires_at = ? WHERE id = ?');
    this.#updateNotified = database.prepare(
      'UPDATE share_recipients SET notified_at = ? WHERE share_id = ? AND user_id = ?',
    );
    this.#deleteRecipient = database.prepare(
      'DELETE FROM share_recipients WHERE share_id = ? AND user_id = ?',
    );
    this.#deleteExpired = database.prepare('DELETE FROM shares WHERE expires_at <= ?');
    this.#delete = database.prepare('DELETE FROM shares WHERE id = ?');
  }

  find(id: number): Share | undefined {
    const row = this.#find.get(id);
    return row && shareFrom(row);
  }

  /** The shares of one entry that have not run out, oldest first. @param now milliseconds UTC */
  listOn(entryId: number, now: number): Share[] {
    return this.#listOn.all(entryId, now).map(shareFrom);
  }

  /** As {@link ShareTable.listOn}, what the user has made, newest first. */
  listMadeBy(userId: number, now: number): Share[] {
    return this.#listMadeBy.all(userId, now).map(shareFrom);
  }

  /** As {@link ShareTable.listOn}, what the user is a recipient of, newest first. */
  listWith(userId: number, now: number): Share[] {
    return this.#listWith.all(userId, now).map(shareFrom);
  }

  /** What the user was granted, by entry, oldest grant first; what has expired is among it. */
  grantsOf(userId: number): ReadonlyMap<number, Grant> {
    const known = this.#grants.get(userId);
    if (known) return known;
    const grants = new Map(this.#listGrants.all(userId).map((grant) => [grant.entryId, grant]));
    this.#grants.set(userId, grants, 1 + grants.size);
    return grants;
  }

  /** Those of the entries that are shared with anybody. @param now milliseconds UTC */
  listShared(entryIds: readonly number[], now: number): Set<number> {
    if (entryIds.length === 0) return new Set();
    return new Set(this.#listShared.all(JSON.stringify(entryIds), now).map((row) => row.entryId));
  }

  /** A second grant to the same user on the same entry replaces the first. */
  insert(share: NewShare, userIds: readonly number[]): number {
    this.#database.structureChanged();
    const { entryId, permissions, createdBy, createdAt, expiresAt } = share;
    const id = Number(
      this.#insert.run(entryId, permissions, createdBy, createdAt, expiresAt).lastInsertRowid,
    );
    this.putRecipients(id, entryId, userIds);
    return id;
  }

  update(id: number, { permissions, expiresAt }: ShareTerms): void {
    this.#database.structureChanged();
    this.#update.run(permissions, expiresAt, id);
  }

  /** Adds recipients; each leaves the share of the same entry that he had before, which goes when it was for him alone. */
  putRecipients(id: number, entryId: number, userIds: readonly number[]): void {
    this.#database.structureChanged();
    for (const userId of userIds) this.#upsertRecipient.run(userId, entryId, id);
  }

  /** E-mail has told the recipient, if he still is one. @param at milliseconds UTC */
  updateNotified(id: number, userId: number, at: number): void {
    this.#updateNotified.run(at, id, userId);
  }

  /** The share itself stays, with or without others. */
  deleteRecipient(id: number, userId: number): void {
    this.#database.structureChanged();
    this.#deleteRecipient.run(id, userId);
  }

  /** @param now milliseconds UTC */
  deleteExpired(now: number): void {
    if (this.#deleteExpired.run(now).changes > 0) this.#database.structureChanged();
  }

  delete(id: number): void {
    this.#database.structureChanged();
    this.#delete.run(id);
  }
}

function shareFrom(row: Row): Share {
  return {
    id: row.id,
    entryId: row.entry_id,
    kind: row.is_folder === 1 ? 'folder' : 'file',
    permissions: row.permissions,
    users: loginsFrom(row.users),
    notified: loginsFrom(row.notified),
    createdBy:
      row.created_by === null || row.created_by_name === null
        ? null
        : { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function loginsFrom(json: string): string[] {
  const logins: unknown = JSON.parse(json);
  return Array.isArray(logins) ? logins.map(String) : [];
}
