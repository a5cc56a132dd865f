import type { Page, PageRequest } from '../../model/entries/page.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';
import type { Query } from '../database/long-queries.ts';

/** Maximum number of former places of an entry; older ones are deleted. */
const KEPT = 1000;
/** Maximum number of members, and of former ones, that are read on the event loop; this takes some 10 ms. */
const MAX_AT_ONCE = 5000;

/** Who moved an entry. */
export interface Mover {
  /** Null: no user. */
  readonly userId: number | null;
  /** Null: not with a token. */
  readonly tokenId: number | null;
  /** Address of the client; null: unknown. */
  readonly ip: string | null;
}

/** A member of a folder, as it was at a time. */
export interface EarlierMember {
  readonly id: number;
  readonly name: string;
  readonly isFolder: boolean;
}

/** A folder at a time. */
export interface FolderAt {
  readonly folderId: number;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Ids of the entries that were members, and are elsewhere now, which the reader may see. */
  readonly elsewhere: readonly number[];
}

interface Total {
  readonly total: number;
}

/**
 * SQL: the entries beneath a folder at a time, with their depth; and what is beneath it now, or beneath a folder that was
 * beneath it then, without the folder itself.
 */
const BENEATH = `WITH RECURSIVE
  beneath_then (id, depth) AS (
    VALUES (?, 0)
    UNION ALL
    SELECT e.id, f.depth + 1 FROM beneath_then f JOIN entries e ON e.parent_id = f.id
      WHERE e.created_at <= ? AND NOT EXISTS (SELECT 1 FROM places p WHERE p.entry_id = e.id AND p.ended_at > ?)
    UNION ALL
    SELECT p.entry_id, f.depth + 1 FROM beneath_then f
      JOIN places p ON p.folder_id = f.id JOIN entries e ON e.id = p.entry_id
      WHERE p.ended_at > ? AND p.began_at <= ?),
  beneath_now (id) AS (
    SELECT id FROM beneath_then
    UNION SELECT e.id FROM beneath_now n JOIN entries e ON e.parent_id = n.id)`;

type Row = Omit<EarlierMember, 'isFolder'> & { readonly isFolder: 0 | 1 };

/** The former places of entries. They end with their entry. */
export class PlaceTable {
  readonly #database: Database;
  readonly #insert: Statement<SqlValue[]>;
  readonly #deleteOldest: Statement<[number, number, number]>;
  readonly #elsewhere: Statement<SqlValue[], { id: number }>;
  readonly #isLarge: Statement<[{ folderId: number; at: number }], number>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO places (entry_id, folder_id, next_folder_id, name, sort_key, began_at, ended_at, user_id, token_id, ip)
       SELECT id, parent_id, ?, name, sort_key, began_at, max(began_at, ?), ?, ?, ?
       FROM (SELECT *, coalesce((SELECT max(ended_at) FROM places WHERE entry_id = entries.id), created_at) AS began_at
         FROM entries WHERE id = ?)`,
    );
    this.#deleteOldest = database.prepare(
      `DELETE FROM places WHERE entry_id = ? AND id <=
         (SELECT id FROM places WHERE entry_id = ? ORDER BY ended_at DESC, id DESC LIMIT 1 OFFSET ?)`,
    );
    this.#elsewhere = database.prepare(
      `SELECT p.entry_id AS id FROM places p JOIN entries e ON e.id = p.entry_id
       WHERE p.folder_id = ? AND p.ended_at > ? AND p.began_at <= ? AND e.parent_id IS NOT p.folder_id
         AND p.entry_id > ? ORDER BY p.entry_id LIMIT ?`,
    );
    this.#isLarge = database
      .prepare<[{ folderId: number; at: number }], number>(
        `SELECT EXISTS (SELECT 1 FROM entries WHERE parent_id = @folderId LIMIT 1 OFFSET ${String(MAX_AT_ONCE)})
           OR EXISTS (SELECT 1 FROM places WHERE folder_id = @folderId AND ended_at > @at
             LIMIT 1 OFFSET ${String(MAX_AT_ONCE)})`,
      )
      .pluck();
  }

  /**
   * Records the place that an entry is about to leave.
   * @param at milliseconds UTC
   * @param nextFolderId the folder that will contain the entry; null for a root, and for the trash
   */
  leave(entryId: number, at: number, nextFolderId: number | null, { userId, tokenId, ip }: Mover): void {
    this.#insert.run(nextFolderId, at, userId, tokenId, ip, entryId);
    this.#deleteOldest.run(entryId, entryId, KEPT);
  }

  /**
   * A slice of the ids of entries that were members of a folder at a time, and are elsewhere now, ascending.
   * @param after the last id of the previous slice; 0 for the first slice
   */
  elsewhere(folderId: number, at: number, after: number, limit: number): number[] {
    return this.#elsewhere.all(folderId, at, at, after, limit).map(({ id }) => id);
  }

  /**
   * Ids for putting back a folder as it was at a time: first what was beneath it then, the highest first; then what is
   * beneath it, or beneath one of these, only now, the newest first. Does not block.
   * @param limit maximum number of ids
   * @throws {DmsError} unavailable
   */
  async changedBeneath(folderId: number, at: number, limit: number): Promise<number[]> {
    const rows = await this.#database.longQueries.all<{ id: number }>({
      sql: `${BENEATH} SELECT id FROM (SELECT id, depth FROM beneath_then WHERE depth > 0
          UNION ALL SELECT id, NULL FROM beneath_now WHERE id NOT IN (SELECT id FROM beneath_then))
        ORDER BY depth IS NULL, depth, id DESC LIMIT ?`,
      values: [folderId, at, at, at, at, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** True if reading a page would block other requests noticeably. */
  isLarge(folderId: number, at: number): boolean {
    return this.#isLarge.get({ folderId, at }) === 1;
  }

  /** A page of the members of a folder at a time: folders before documents, by name. */
  page(folder: FolderAt, request: PageRequest): Page<EarlierMember> {
    return pageFrom(
      this.#database.all<Row>(inOrder(folder, request)),
      this.#database.all<Total>(count(folder)),
    );
  }

  /** Same as {@link PlaceTable.page} for committed data, without blocking. @throws {DmsError} unavailable */
  async pageOfLarge(folder: FolderAt, request: PageRequest): Promise<Page<EarlierMember>> {
    const { longQueries } = this.#database;
    const [page, total] = [inOrder(folder, request), count(folder)];
    const rows = await longQueries.all<Row & Total>({
      sql: `SELECT *, (${total.sql}) AS total FROM (${page.sql}) ORDER BY isFolder DESC, sort_key, id`,
      values: [...total.values, ...page.values],
    });
    // A page after the last one has no row to carry the total.
    return pageFrom(rows, rows.length > 0 ? rows : await longQueries.all<Total>(total));
  }
}

/**
 * The members that have not left since, and those that have ({@link formerMembers}). Of the latter, entries that are in
 * the folder again, or still under another name, are as readable as the folder.
 */
function members(folder: FolderAt): Query {
  const { folderId, at } = folder;
  const former = formerMembers(folder);
  return {
    sql: `SELECT e.id, e.name, e.sort_key, e.is_folder AS isFolder FROM entries e
      WHERE e.parent_id = ? AND e.created_at <= ?
        AND NOT EXISTS (SELECT 1 FROM places p WHERE p.entry_id = e.id AND p.ended_at > ?)
      UNION ALL SELECT e.id, p.name, p.sort_key, e.is_folder ${former.sql}`,
    values: [folderId, at, at, ...former.values],
  };
}

/** The part of {@link members} after its columns that are former members. */
function formerMembers({ folderId, at, elsewhere }: FolderAt): Query {
  return {
    sql: `FROM places p JOIN entries e ON e.id = p.entry_id
      WHERE p.folder_id = ? AND p.ended_at > ? AND p.began_at <= ?
        AND (e.parent_id = p.folder_id OR e.id IN (SELECT value FROM json_each(?)))`,
    values: [folderId, at, at, JSON.stringify(elsewhere)],
  };
}

function inOrder(folder: FolderAt, { page, perPage }: PageRequest): Query {
  const { sql, values } = members(folder);
  return {
    // Without a SELECT around it, SQLite merges the two parts, of which the first is read from an index in this order.
    sql: `${sql} ORDER BY isFolder DESC, sort_key, id LIMIT ? OFFSET ?`,
    values: [...values, perPage, (page - 1) * perPage],
  };
}

/**
 * The number of {@link members}. Of those that have not left since, it is the number of entries that are in the folder
 * now, less those that came into it since, or got another name: few, while a look into the places of each member took
 * as long as everything else.
 */
function count(folder: FolderAt): Query {
  const { folderId, at } = folder;
  const former = formerMembers(folder);
  return {
    sql: `SELECT (SELECT count(*) FROM entries WHERE parent_id = ? AND created_at <= ?)
        - (SELECT count(DISTINCT p.entry_id) FROM places p JOIN entries e ON e.id = p.entry_id
          WHERE p.next_folder_id = ? AND p.ended_at > ? AND e.parent_id = p.next_folder_id AND e.created_at <= ?)
        + (SELECT count(*) ${former.sql}) AS total`,
    values: [folderId, at, folderId, at, at, ...former.values],
  };
}

function pageFrom(rows: readonly Row[], counts: readonly Total[]): Page<EarlierMember> {
  const items = rows.map(({ id, name, isFolder }) => ({ id, name, isFolder: isFolder === 1 }));
  return { items, total: counts[0]?.total ?? 0 };
}
