import type { Direction, Order, Page, PageRequest, Sort } from '../../model/entries/page.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';
import type { Query } from '../database/long-queries.ts';
import { ENTRY_TABLES } from './entries.ts';

const SORT_COLUMNS: Record<Sort, string> = {
  name: 'e.sort_key',
  size: 'v.size_bytes',
  updated_at: 'e.updated_at',
  created_at: 'e.created_at',
  mime_type: 'v.mime_type',
};

/** Sort columns of the head of a document, not of the entry. */
const IN_HEAD: readonly Sort[] = ['size', 'mime_type'];

/** Maximum number of entries that are sorted on the event loop; this takes some 10 ms. */
const MAX_IN_ORDER_AT_ONCE = 5000;

/** The entries of a list: all members of one folder, and single entries from other folders. */
export interface Membership {
  readonly folderId: number;
  /** Ids of the entries from other folders. */
  readonly extraIds: readonly number[];
  /** True if only folders are listed. */
  readonly foldersOnly: boolean;
}

/** Position of an entry in a list ordered by name. */
export interface NamePosition {
  readonly id: number;
  readonly isFolder: boolean;
  readonly sortKey: string;
}

/** Range of members by the beginning of their names. */
export interface NameRange {
  readonly folderId: number;
  readonly isFolder: boolean;
  /** Common beginning of their sort keys. */
  readonly prefix: string;
  readonly direction: Direction;
}

/** A member as returned by {@link MemberPages.named}. */
export interface NamedMember {
  readonly id: number;
  readonly name: string;
  readonly sort_key: string;
}

/** Sorts after all keys with the same beginning. */
const LAST_CHARACTER = '\u{10FFFF}';

interface IdRow {
  readonly id: number;
}

interface CountRow {
  readonly total: number;
}

/** Ids of the entries on a page of a list: folders before documents. */
export class MemberPages {
  readonly #database: Database;
  readonly #named: Record<Direction, Statement<[Record<string, SqlValue>], NamedMember>>;

  constructor(database: Database) {
    this.#database = database;
    const named = `SELECT id, name, sort_key FROM entries WHERE parent_id = @folderId AND is_folder = @isFolder`;
    this.#named = {
      asc: database.prepare(
        `${named} AND sort_key >= @from AND sort_key < @to AND (sort_key > @from OR id > @after)
         ORDER BY sort_key, id LIMIT @limit`,
      ),
      desc: database.prepare(
        `${named} AND sort_key >= @from AND sort_key <= @to AND (sort_key < @to OR id > @after)
         ORDER BY sort_key DESC, id LIMIT @limit`,
      ),
    };
  }

  /** A page of ordered entries. The cost grows with the folder: see {@link MemberPages.isLarge}. */
  page(members: Membership, request: PageRequest & Order): Page<number> {
    const ids = this.#database.all<IdRow>(idsInOrder(members, request));
    const counts = this.#database.all<CountRow>(count(members));
    return pageFrom(ids, counts);
  }

  /** Same as {@link MemberPages.page} for committed data, without blocking. @throws {DmsError} unavailable */
  async pageOfLarge(members: Membership, request: PageRequest & Order): Promise<Page<number>> {
    const { longQueries } = this.#database;
    const page = await longQueries.all<IdRow & CountRow>(idsInOrder(members, request, count(members)));
    // A page after the last one has no row to carry the total.
    return pageFrom(page, page.length > 0 ? page : await longQueries.all<CountRow>(count(members)));
  }

  /** True if sorting the entries would block other requests noticeably. */
  isLarge(members: Membership): boolean {
    const { sql, values } = among(members);
    const beyond = `SELECT e.id FROM entries e WHERE ${sql} LIMIT 1 OFFSET ?`;
    return this.#database.all({ sql: beyond, values: [...values, MAX_IN_ORDER_AT_ONCE] }).length > 0;
  }

  /**
   * An ordered slice of the members of a folder whose sort keys are in a range.
   * @param after last member of the previous slice; undefined for the first slice
   */
  named(range: NameRange, after: NamedMember | undefined, limit: number): NamedMember[] {
    const { folderId, isFolder, prefix, direction } = range;
    const [from, to] =
      direction === 'asc'
        ? [after?.sort_key ?? prefix, prefix + LAST_CHARACTER]
        : [prefix, after?.sort_key ?? prefix + LAST_CHARACTER];
    const kind = isFolder ? 1 : 0;
    return this.#named[direction].all({ folderId, isFolder: kind, from, to, after: after?.id ?? 0, limit });
  }

  /** Ids of the members of a folder other than the given ones. Does not block. @throws {DmsError} unavailable */
  async idsExcept(folderId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await this.#database.longQueries.all<IdRow>({
      sql: 'SELECT id FROM entries WHERE parent_id = ? AND id NOT IN (SELECT value FROM json_each(?))',
      values: [folderId, JSON.stringify(ids)],
    });
    return rows.map(({ id }) => id);
  }

  /**
   * Number of entries before a position in a list by name. The cost grows with the folder: see
   * {@link MemberPages.isLarge}.
   */
  countBefore(members: Membership, position: NamePosition, direction: Direction): number {
    return this.#database.all<CountRow>(countBefore(members, position, direction))[0]?.total ?? 0;
  }

  /** Same as {@link MemberPages.countBefore} for committed data, without blocking. @throws {DmsError} unavailable */
  async countBeforeOfLarge(
    members: Membership,
    position: NamePosition,
    direction: Direction,
  ): Promise<number> {
    const query = countBefore(members, position, direction);
    const [row] = await this.#database.longQueries.all<CountRow>(query);
    return row?.total ?? 0;
  }
}

function pageFrom(ids: readonly IdRow[], counts: readonly CountRow[]): Page<number> {
  return { items: ids.map(({ id }) => id), total: counts[0]?.total ?? 0 };
}

/** SQL: a condition on the entries `e`. */
function among({ folderId, extraIds, foldersOnly }: Membership): Query {
  const kind = foldersOnly ? 'e.is_folder = 1 AND ' : '';
  if (extraIds.length === 0) return { sql: `${kind}e.parent_id = ?`, values: [folderId] };
  return {
    sql: `${kind}(e.parent_id = ? OR e.id IN (SELECT value FROM json_each(?)))`,
    values: [folderId, JSON.stringify(extraIds)],
  };
}

function count(members: Membership): Query {
  const { sql, values } = among(members);
  return { sql: `SELECT count(*) AS total FROM entries e WHERE ${sql}`, values };
}

function countBefore(
  members: Membership,
  { id, isFolder, sortKey }: NamePosition,
  direction: Direction,
): Query {
  const { sql, values } = count(members);
  const kind = isFolder ? 1 : 0;
  const before = direction === 'asc' ? '<' : '>';
  return {
    sql: `${sql} AND (e.is_folder > ? OR (e.is_folder = ? AND (e.sort_key ${before} ? OR (e.sort_key = ? AND e.id < ?))))`,
    values: [...values, kind, kind, sortKey, sortKey, id],
  };
}

/** @param total a query whose value each row has too, because two statements could see different moments */
function idsInOrder(
  members: Membership,
  { sort, direction, page, perPage }: PageRequest & Order,
  total?: Query,
): Query {
  const { sql, values } = among(members);
  const columns = total ? `e.id, (${total.sql}) AS total` : 'e.id';
  const from = IN_HEAD.includes(sort) ? ENTRY_TABLES : 'entries e';
  const order = `${SORT_COLUMNS[sort]} ${direction}${sort === 'name' ? '' : ', e.sort_key'}`;
  return {
    sql: `SELECT ${columns} FROM ${from} WHERE ${sql} ORDER BY e.is_folder DESC, ${order}, e.id LIMIT ? OFFSET ?`,
    values: [...(total?.values ?? []), ...values, perPage, (page - 1) * perPage],
  };
}
