import { type Group, type GroupRecord, groupKey, type Member } from '../../model/people/group.ts';
import type { Database, Statement } from '../database/database.ts';

interface MemberRow extends Omit<Member, 'isDisabled'> {
  readonly isDisabled: 0 | 1;
}

/** A member whose mount root shows what is shared with the group. */
export interface MemberHome {
  readonly id: number;
  readonly homeId: number;
  readonly isAdmin: boolean;
}

/** The next `limit` rows of a list, without the first `offset`. */
interface Slice {
  readonly limit: number;
  readonly offset: number;
}

const SELECT = 'SELECT g.id, g.name, g.created_at AS createdAt FROM groups g';
const COUNTED = `SELECT g.id, g.name, g.created_at AS createdAt,
  (SELECT count(*) FROM group_members m WHERE m.group_id = g.id) AS members FROM groups g`;
const OF_USER = 'g.id IN (SELECT group_id FROM group_members WHERE user_id = ?)';

/** The tables `groups` and `group_members`. */
export class GroupTable {
  readonly #list: Statement<[number, number], GroupRecord>;
  readonly #listNames: Statement<[], Group>;
  readonly #namesOf: Statement<[number], { name: string }>;
  readonly #listOf: Statement<[number], GroupRecord>;
  readonly #find: Statement<[number], GroupRecord>;
  readonly #findByKey: Statement<[string], Group>;
  readonly #count: Statement<[], { total: number }>;
  readonly #insert: Statement<[string, string, number]>;
  readonly #rename: Statement<[string, string, number]>;
  readonly #delete: Statement<[number]>;
  readonly #isMember: Statement<[number, number], { found: 1 }>;
  readonly #listMembers: Statement<[number, number, number], MemberRow>;
  readonly #listHomes: Statement<[number], { id: number; homeId: number; isAdmin: 0 | 1 }>;
  readonly #addMember: Statement<[number, number]>;
  readonly #removeMember: Statement<[number, number]>;
  readonly #listShared: Statement<[number, number], { entryId: number }>;

  constructor(database: Database) {
    this.#list = database.prepare(`${COUNTED} ORDER BY g.name_key LIMIT ? OFFSET ?`);
    this.#listNames = database.prepare(`${SELECT} ORDER BY g.name_key`);
    this.#namesOf = database.prepare(`SELECT g.name FROM groups g WHERE ${OF_USER}`);
    this.#listOf = database.prepare(`${COUNTED} WHERE ${OF_USER} ORDER BY g.name_key`);
    this.#find = database.prepare(`${COUNTED} WHERE g.id = ?`);
    this.#findByKey = database.prepare(`${SELECT} WHERE g.name_key = ?`);
    this.#count = database.prepare('SELECT count(*) AS total FROM groups');
    this.#insert = database.prepare('INSERT INTO groups (name, name_key, created_at) VALUES (?, ?, ?)');
    this.#rename = database.prepare('UPDATE groups SET name = ?, name_key = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM groups WHERE id = ?');
    this.#isMember = database.prepare(
      'SELECT 1 AS found FROM group_members WHERE group_id = ? AND user_id = ?',
    );
    this.#listMembers = database.prepare(
      `SELECT u.id, u.login, u.name, u.is_disabled AS isDisabled
       FROM group_members m CROSS JOIN users u ON u.id = m.user_id
       WHERE m.group_id = ? ORDER BY u.login LIMIT ? OFFSET ?`,
    );
    this.#listHomes = database.prepare(
      `SELECT u.id, u.home_id AS homeId, u.is_admin AS isAdmin
       FROM group_members m CROSS JOIN users u ON u.id = m.user_id WHERE m.group_id = ?`,
    );
    this.#addMember = database.prepare('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)');
    this.#removeMember = database.prepare('DELETE FROM group_members WHERE group_id = ? AND user_id = ?');
    this.#listShared = database.prepare(
      `SELECT r.entry_id AS entryId FROM share_groups r CROSS JOIN shares s ON s.id = r.share_id
       WHERE r.group_id = ? AND s.created_by IS NOT ? ORDER BY r.share_id`,
    );
  }

  /** A part of all groups, by name. */
  list({ limit, offset }: Slice): GroupRecord[] {
    return this.#list.all(limit, offset);
  }

  /** All groups by name, without the number of members, which costs a step for each of them. */
  listNames(): Group[] {
    return this.#listNames.all();
  }

  /** The names of the groups of a user. */
  namesOf(userId: number): string[] {
    return this.#namesOf.all(userId).map(({ name }) => name);
  }

  /** The groups of a user, by name. */
  listOf(userId: number): GroupRecord[] {
    return this.#listOf.all(userId);
  }

  find(id: number): GroupRecord | undefined {
    return this.#find.get(id);
  }

  /** Case does not matter. */
  findByName(name: string): Group | undefined {
    return this.#findByKey.get(groupKey(name));
  }

  count(): number {
    return this.#count.get()?.total ?? 0;
  }

  /**
   * @param createdAt milliseconds UTC
   * @returns the id of the new group
   */
  insert(name: string, createdAt: number): number {
    return Number(this.#insert.run(name, groupKey(name), createdAt).lastInsertRowid);
  }

  rename(id: number, name: string): void {
    this.#rename.run(name, groupKey(name), id);
  }

  /** Deletes a group. Its members lose what was shared with it; a trigger deletes shares without other recipients. */
  delete(id: number): void {
    this.#delete.run(id);
  }

  isMember(id: number, userId: number): boolean {
    return this.#isMember.get(id, userId) !== undefined;
  }

  /** A part of the members, by login. */
  listMembers(id: number, { limit, offset }: Slice): Member[] {
    return this.#listMembers
      .all(id, limit, offset)
      .map((row) => ({ ...row, isDisabled: row.isDisabled === 1 }));
  }

  /** All members, in no certain order. */
  listHomes(id: number): MemberHome[] {
    return this.#listHomes.all(id).map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
  }

  /** Adds a user who is not a member. The user must have a name for each of {@link GroupTable.listShared}. */
  addMember(id: number, userId: number): void {
    this.#addMember.run(id, userId);
  }

  removeMember(id: number, userId: number): void {
    this.#removeMember.run(id, userId);
  }

  /** Ids of the entries that a user receives as a member of the group, those of the oldest share first. */
  listShared(id: number, userId: number): number[] {
    return this.#listShared.all(id, userId).map(({ entryId }) => entryId);
  }
}
