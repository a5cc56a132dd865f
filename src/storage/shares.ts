import type { Share } from '../model/share.ts';
import { Cache } from './cache.ts';
import type { Database, SqlValue, Statement } from './database.ts';

interface Row {
  id: number;
  entry_id: number;
  is_folder: 0 | 1;
  permissions: number;
  users: string;
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

const SELECT = `SELECT s.id, s.entry_id, e.is_folder, s.permissions, s.created_by, c.name AS created_by_name, s.created_at,
    s.expires_at, (SELECT json_group_array(u.login) FROM share_recipients r JOIN users u ON u.id = r.user_id
      WHERE r.share_id = s.id AND r.entry_id = s.entry_id) AS users
  FROM shares s JOIN entries e ON e.id = s.entry_id LEFT JOIN users c ON c.id = s.created_by`;

/** Grants that are remembered, of all users together. */
const REMEMBERED_GRANTS = 50_000;

/** Grants of permissions on entries. */
export class ShareTable {
  readonly #database: Database;
  readonly #grants: Cache<number, ReadonlyMap<number, Grant>>;
  readonly #find: Statement<[number], Row>;
  readonly #listOn: Statement<[number], Row>;
  readonly #listGrants: Statement<[number], Grant>;
  readonly #listShared: Statement<[string], { entryId: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #upsertRecipient: Statement<[number, number, number]>;
  readonly #deleteEmpty: Statement<[number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#database = database;
    this.#grants = new Cache(() => database.structure, REMEMBERED_GRANTS);
    this.#find = database.prepare(`${SELECT} WHERE s.id = ?`);
    this.#listOn = database.prepare(`${SELECT} WHERE s.entry_id = ? ORDER BY s.id`);
    this.#listGrants = database.prepare(
      `SELECT s.id AS shareId, s.entry_id AS entryId, s.permissions, s.created_by AS createdBy, s.expires_at AS expiresAt
       FROM share_recipients r JOIN shares s ON s.id = r.share_id WHERE r.user_id = ? ORDER BY s.id`,
    );
    this.#listShared = database.prepare(
      'SELECT DISTINCT entry_id AS entryId FROM share_recipients WHERE entry_id IN (SELECT value FROM json_each(?))',
    );
    this.#insert = database.prepare(
      'INSERT INTO shares (entry_id, permissions, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#upsertRecipient = database.prepare(
      `INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (?, ?, ?)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET share_id = excluded.share_id`,
    );
    this.#deleteEmpty = database.prepare(
      'DELETE FROM shares WHERE entry_id = ? AND NOT EXISTS (SELECT 1 FROM share_recipients r WHERE r.share_id = shares.id AND r.entry_id = shares.entry_id)',
    );
    this.#delete = database.prepare('DELETE FROM shares WHERE id = ?');
  }

  find(id: number): Share | undefined {
    const row = this.#find.get(id);
    return row && shareFrom(row);
  }

  /** All shares of one entry, oldest first. */
  listOn(entryId: number): Share[] {
    return this.#listOn.all(entryId).map(shareFrom);
  }

  /** What the user was granted, by entry, oldest grant first; what has expired is among it. */
  grantsOf(userId: number): ReadonlyMap<number, Grant> {
    const known = this.#grants.get(userId);
    if (known) return known;
    const grants = new Map(this.#listGrants.all(userId).map((grant) => [grant.entryId, grant]));
    this.#grants.set(userId, grants, 1 + grants.size);
    return grants;
  }

  /** Those of the entries that are shared with anybody. */
  listShared(entryIds: readonly number[]): Set<number> {
    if (entryIds.length === 0) return new Set();
    return new Set(this.#listShared.all(JSON.stringify(entryIds)).map((row) => row.entryId));
  }

  /** A second grant to the same user on the same entry replaces the first. */
  insert(share: NewShare, userIds: readonly number[]): number {
    this.#database.structureChanged();
    const { entryId, permissions, createdBy, createdAt, expiresAt } = share;
    const id = Number(
      this.#insert.run(entryId, permissions, createdBy, createdAt, expiresAt).lastInsertRowid,
    );
    for (const userId of userIds) this.#upsertRecipient.run(userId, entryId, id);
    this.#deleteEmpty.run(entryId);
    return id;
  }

  delete(id: number): void {
    this.#database.structureChanged();
    this.#delete.run(id);
  }
}

function shareFrom(row: Row): Share {
  const users: unknown = JSON.parse(row.users);
  return {
    id: row.id,
    entryId: row.entry_id,
    kind: row.is_folder === 1 ? 'folder' : 'file',
    permissions: row.permissions,
    users: Array.isArray(users) ? users.map(String) : [],
    createdBy:
      row.created_by === null || row.created_by_name === null
        ? null
        : { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
