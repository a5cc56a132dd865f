import type { Share } from '../../../model/entries/share.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';
import { StructureCache } from '../../database/structure-cache.ts';

interface Row {
  id: number;
  entry_id: number;
  is_folder: 0 | 1;
  permissions: number;
  users: string;
  names: string;
  groups: string;
  notified: string;
  created_by: number | null;
  created_by_name: string | null;
  created_at: number;
  expires_at: number | null;
}

/** A share on one entry, for one user: a recipient, or a member of a group that is a recipient. */
export interface Grant {
  readonly shareId: number;
  readonly entryId: number;
  readonly permissions: number;
  /** The user who shared the entry; null if that user no longer exists. */
  readonly createdBy: number | null;
  /** Expiry in milliseconds UTC; null: never. */
  readonly expiresAt: number | null;
}

/** Values of a new share, without its recipients. Times in milliseconds UTC. */
export interface NewShare {
  readonly entryId: number;
  readonly permissions: number;
  readonly createdBy: number;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
}

/** Changeable values of a share, without its recipients. */
export type ShareTerms = Pick<NewShare, 'permissions' | 'expiresAt'>;

const recipients = (column: 'login' | 'name') => `SELECT json_group_array(u.${column} ORDER BY u.login)
      FROM share_recipients r JOIN users u ON u.id = r.user_id
      WHERE r.share_id = s.id AND r.entry_id = s.entry_id`;
const GROUPS = `SELECT json_group_array(g.name ORDER BY g.name_key)
      FROM share_groups r JOIN groups g ON g.id = r.group_id
      WHERE r.share_id = s.id AND r.entry_id = s.entry_id`;
const ACTIVE = '(s.expires_at IS NULL OR s.expires_at > ?)';
const SELECT = `SELECT s.id, s.entry_id, e.is_folder, s.permissions, s.created_by, c.name AS created_by_name,
    s.created_at, s.expires_at, (${recipients('login')}) AS users, (${recipients('name')}) AS names, (${GROUPS}) AS groups,
    (${recipients('login')} AND r.notified_at IS NOT NULL) AS notified
  FROM shares s JOIN entries e ON e.id = s.entry_id LEFT JOIN users c ON c.id = s.created_by`;

/** Maximum number of cached grants of all users. */
const MAX_CACHED_GRANTS = 50_000;

/** Shares and their recipients. */
export class ShareTable {
  readonly #grants: StructureCache<number, ReadonlyMap<number, readonly Grant[]>>;
  readonly #find: Statement<[number], Row>;
  readonly #listOn: Statement<[number, number], Row>;
  readonly #listGrants: Statement<[number], Grant>;
  readonly #listMadeByAny: Statement<[string, number], { id: number; entryId: number }>;
  readonly #recipientsOf: Statement<[string], number>;
  readonly #listByIds: Statement<[string], Row>;
  readonly #listShared: Statement<[string, number], { entryId: number }>;
  readonly #countOn: Statement<[string, number], { entryId: number; total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #upsertRecipient: Statement<[number, number, number]>;
  readonly #upsertGroup: Statement<[number, number, number]>;
  readonly #deleteGroup: Statement<[number, number]>;
  readonly #isReceived: Statement<[number, number], { found: 1 }>;
  readonly #update: Statement<[number, number | null, number]>;
  readonly #updateNotified: Statement<[number, number, number]>;
  readonly #deleteRecipient: Statement<[number, number]>;
  readonly #deleteExpired: Statement<[number]>;
  readonly #delete: Statement<[number]>;
  readonly #deleteOn: Statement<[number]>;

  constructor(database: Pick<Database, 'prepare' | 'structure'>) {
    this.#grants = new StructureCache(database, MAX_CACHED_GRANTS);
    this.#find = database.prepare(`${SELECT} WHERE s.id = ?`);
    this.#listOn = database.prepare(`${SELECT} WHERE s.entry_id = ? AND ${ACTIVE} ORDER BY s.id`);
    this.#listGrants = database.prepare(
      `SELECT s.id AS shareId, s.entry_id AS entryId, s.permissions, s.created_by AS createdBy,
         s.expires_at AS expiresAt
       FROM grants r JOIN shares s ON s.id = r.share_id WHERE r.user_id = ? ORDER BY s.id`,
    );
    this.#listMadeByAny = database.prepare(
      `SELECT s.id, s.entry_id AS entryId FROM shares s
       WHERE s.created_by IN (SELECT value FROM json_each(?)) AND ${ACTIVE} ORDER BY s.id`,
    );
    this.#recipientsOf = database
      .prepare<[string], number>(
        `SELECT DISTINCT r.user_id FROM grants r
         WHERE r.share_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck();
    this.#listByIds = database.prepare(
      `${SELECT} WHERE s.id IN (SELECT value FROM json_each(?)) ORDER BY s.id DESC`,
    );
    this.#listShared = database.prepare(
      `SELECT DISTINCT s.entry_id AS entryId FROM shares s
       WHERE s.entry_id IN (SELECT value FROM json_each(?)) AND ${ACTIVE}`,
    );
    this.#countOn = database.prepare(
      `SELECT s.entry_id AS entryId, count(*) AS total FROM shares s
       WHERE s.entry_id IN (SELECT value FROM json_each(?)) AND ${ACTIVE} GROUP BY s.entry_id`,
    );
    this.#insert = database.prepare(
      'INSERT INTO shares (entry_id, permissions, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#upsertRecipient = database.prepare(
      `INSERT INTO share_recipients (user_id, entry_id, share_id) VALUES (?, ?, ?)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET share_id = excluded.share_id, notified_at = NULL`,
    );
    this.#upsertGroup = database.prepare(
      `INSERT INTO share_groups (group_id, entry_id, share_id) VALUES (?, ?, ?)
       ON CONFLICT (group_id, entry_id) DO UPDATE SET share_id = excluded.share_id`,
    );
    this.#deleteGroup = database.prepare('DELETE FROM share_groups WHERE share_id = ? AND group_id = ?');
    this.#isReceived = database.prepare('SELECT 1 AS found FROM grants WHERE share_id = ? AND user_id = ?');
    this.#update = database.prepare('UPDATE shares SET permissions = ?, expires_at = ? WHERE id = ?');
    this.#updateNotified = database.prepare(
      'UPDATE share_recipients SET notified_at = ? WHERE share_id = ? AND user_id = ?',
    );
    this.#deleteRecipient = database.prepare(
      'DELETE FROM share_recipients WHERE share_id = ? AND user_id = ?',
    );
    this.#deleteExpired = database.prepare('DELETE FROM shares WHERE expires_at <= ?');
    this.#delete = database.prepare('DELETE FROM shares WHERE id = ?');
    this.#deleteOn = database.prepare('DELETE FROM shares WHERE entry_id = ?');
  }

  /** Finds a share, including expired ones. */
  find(id: number): Share | undefined {
    const row = this.#find.get(id);
    return row && shareFrom(row);
  }

  /** Unexpired shares on one entry, oldest first. @param now milliseconds UTC */
  listOn(entryId: number, now: number): Share[] {
    return this.#listOn.all(entryId, now).map(shareFrom);
  }

  /** The shares with these ids, newest first. */
  listByIds(ids: readonly number[]): Share[] {
    return this.#listByIds.all(JSON.stringify(ids)).map(shareFrom);
  }

  /**
   * Ids of the unexpired shares created by any of the users, oldest first, with the ids of their entries.
   * @param now milliseconds UTC
   */
  listMadeByAny(userIds: readonly number[], now: number): { id: number; entryId: number }[] {
    return this.#listMadeByAny.all(JSON.stringify(userIds), now);
  }

  /** Ids of all users who receive one of the shares, also as members of groups. */
  recipientsOf(ids: readonly number[]): number[] {
    return this.#recipientsOf.all(JSON.stringify(ids));
  }

  /** The grants to a user by entry id, those of the oldest share first, including expired ones. */
  grantsOf(userId: number): ReadonlyMap<number, readonly Grant[]> {
    const cached = this.#grants.get(userId);
    if (cached) return cached;
    const grants = new Map<number, Grant[]>();
    for (const grant of this.#listGrants.all(userId)) {
      const others = grants.get(grant.entryId);
      if (others) others.push(grant);
      else grants.set(grant.entryId, [grant]);
    }
    this.#grants.set(userId, grants, 1 + grants.size);
    return grants;
  }

  /** Ids of the given entries that have an unexpired share of their own. @param now milliseconds UTC */
  listShared(entryIds: readonly number[], now: number): Set<number> {
    if (entryIds.length === 0) return new Set();
    return new Set(this.#listShared.all(JSON.stringify(entryIds), now).map((row) => row.entryId));
  }

  /**
   * Number of unexpired shares directly on each entry; entries without shares are omitted.
   * @param now milliseconds UTC
   */
  countOn(entryIds: readonly number[], now: number): Map<number, number> {
    return new Map(this.#countOn.all(JSON.stringify(entryIds), now).map((row) => [row.entryId, row.total]));
  }

  /** True if the user receives the share, also as a member of a group. */
  isReceived(id: number, userId: number): boolean {
    return this.#isReceived.get(id, userId) !== undefined;
  }

  /**
   * Creates a share without recipients. The caller adds them in the same transaction.
   * @returns id of the share
   */
  insert({ entryId, permissions, createdBy, createdAt, expiresAt }: NewShare): number {
    return Number(this.#insert.run(entryId, permissions, createdBy, createdAt, expiresAt).lastInsertRowid);
  }

  update(id: number, { permissions, expiresAt }: ShareTerms): void {
    this.#update.run(permissions, expiresAt, id);
  }

  /**
   * Adds recipients to a share. A recipient of another share on the same entry is removed from that share. A trigger
   * deletes a share without recipients.
   */
  putRecipients(
    id: number,
    entryId: number,
    { users, groups }: { readonly users: readonly number[]; readonly groups: readonly number[] },
  ): void {
    for (const userId of users) this.#upsertRecipient.run(userId, entryId, id);
    for (const groupId of groups) this.#upsertGroup.run(groupId, entryId, id);
  }

  /**
   * Stores when the recipient was notified by e-mail. Has no effect if the user has left the share.
   * @param at milliseconds UTC
   */
  updateNotified(id: number, userId: number, at: number): void {
    this.#updateNotified.run(at, id, userId);
  }

  deleteRecipient(id: number, userId: number): void {
    this.#deleteRecipient.run(id, userId);
  }

  deleteGroup(id: number, groupId: number): void {
    this.#deleteGroup.run(id, groupId);
  }

  /** Deletes expired shares. @param now milliseconds UTC */
  deleteExpired(now: number): void {
    this.#deleteExpired.run(now);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }

  /** Deletes all shares on one entry. */
  deleteOn(entryId: number): void {
    this.#deleteOn.run(entryId);
  }
}

function shareFrom(row: Row): Share {
  const users = textsFrom(row.users);
  const names = textsFrom(row.names);
  return {
    id: row.id,
    entryId: row.entry_id,
    kind: row.is_folder === 1 ? 'folder' : 'file',
    permissions: row.permissions,
    users,
    groups: textsFrom(row.groups),
    people: users.map((login, index) => ({ login, name: names[index] ?? login })),
    notified: textsFrom(row.notified),
    createdBy:
      row.created_by === null || row.created_by_name === null
        ? null
        : { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function textsFrom(json: string): string[] {
  const texts: unknown = JSON.parse(json);
  return Array.isArray(texts) ? texts.map(String) : [];
}
