import type { Direction, Sort } from '../../model/page.ts';
import type { Database, Query } from '../database.ts';
import { ENTRY_TABLES } from './entries.ts';

const SORT_COLUMNS: Record<Sort, string> = {
  name: 'e.sort_key',
  size: 'v.size_bytes',
  updated_at: 'e.updated_at',
  created_at: 'e.created_at',
  mime_type: 'v.mime_type',
};

/** What is in the head of a document, not in the entry. */
const IN_HEAD: readonly Sort[] = ['size', 'mime_type'];

/** To put so many in order takes some 10 ms. */
const MAX_IN_ORDER_AT_ONCE = 5000;

/** The entries that a list shows: all members of one folder, and single entries from elsewhere. */
export interface Membership {
  readonly folderId: number;
  /** Ids of the entries from elsewhere. */
  readonly extraIds: readonly number[];
}

/** Which entries are on a page of a list. */
export class MemberPages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Ids of a page of entries in their order: folders before documents. Equal values are ordered by name, then by id. Other requests run
   * while a large folder is put in order.
   * @throws {DmsError} unavailable: that was broken off
   */
  async ids(
    members: Membership,
    order: { sort: Sort; direction: Direction },
    limit: number,
    offset: number,
  ): Promise<number[]> {
    const ids = this.#idsInOrder(members, order).limit(limit).offset(offset);
    const rows = this.isLarge(members)
      ? await this.#database.longQueries.all<{ id: number }>(this.#database.toLongQuery(ids))
      : this.#database.all<{ id: number }>(ids);
    return rows.map(({ id }) => id);
  }

  /** True if so many entries are put in order for a page that others would have to wait. */
  isLarge(members: Membership): boolean {
    return this.count(members) > MAX_IN_ORDER_AT_ONCE;
  }

  /** How many entries are on all pages together. */
  count(members: Membership): number {
    const query = amongMembers(this.#database.builder({ e: 'entries' }), members);
    return this.#database.all<{ total: number }>(query.count({ total: '*' }))[0]?.total ?? 0;
  }

  #idsInOrder(members: Membership, { sort, direction }: { sort: Sort; direction: Direction }): Query {
    const { builder } = this.#database;
    const from = IN_HEAD.includes(sort) ? ENTRY_TABLES : 'entries e';
    const query = amongMembers(builder.queryBuilder().select('e.id').from(builder.raw(from)), members)
      .orderBy('e.is_folder', 'desc')
      .orderByRaw(`${SORT_COLUMNS[sort]} ${direction}`);
    if (sort !== 'name') query.orderBy('e.sort_key');
    return query.orderBy('e.id');
  }
}

function amongMembers(query: Query, members: Membership): Query {
  if (members.extraIds.length === 0) return query.where('e.parent_id', members.folderId);
  return query.whereRaw('(e.parent_id = ? OR e.id IN (SELECT value FROM json_each(?)))', [
    members.folderId,
    JSON.stringify(members.extraIds),
  ]);
}
