import type { Order, PageRequest, Sort } from '../../model/page.ts';
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

/** Which entries are on a page of a list: folders before documents. */
export class MemberPages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Ids of a page of entries in their order. The cost grows with the folder: see {@link MemberPages.isLarge}. */
  ids(members: Membership, request: PageRequest & Order): number[] {
    return idsOf(this.#database.all(this.#idsInOrder(members, request)));
  }

  /** As {@link MemberPages.ids}, of what is committed, while others run. @throws {DmsError} unavailable */
  async idsOfLarge(members: Membership, request: PageRequest & Order): Promise<number[]> {
    const query = this.#database.toLongQuery(this.#idsInOrder(members, request));
    return idsOf(await this.#database.longQueries.all(query));
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

  #idsInOrder(members: Membership, { sort, direction, page, perPage }: PageRequest & Order): Query {
    const { builder } = this.#database;
    const from = IN_HEAD.includes(sort) ? ENTRY_TABLES : 'entries e';
    const query = amongMembers(builder.queryBuilder().select('e.id').from(builder.raw(from)), members)
      .orderBy('e.is_folder', 'desc')
      .orderByRaw(`${SORT_COLUMNS[sort]} ${direction}`);
    if (sort !== 'name') query.orderBy('e.sort_key');
    return query
      .orderBy('e.id')
      .limit(perPage)
      .offset((page - 1) * perPage);
  }
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function amongMembers(query: Query, members: Membership): Query {
  if (members.extraIds.length === 0) return query.where('e.parent_id', members.folderId);
  return query.whereRaw('(e.parent_id = ? OR e.id IN (SELECT value FROM json_each(?)))', [
    members.folderId,
    JSON.stringify(members.extraIds),
  ]);
}
