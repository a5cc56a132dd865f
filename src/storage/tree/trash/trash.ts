import type { Database, SqlValue, Statement } from '../../database/database.ts';

/** A deleted entry and its former place. Times in milliseconds UTC. */
export interface Deletion {
  readonly entryId: number;
  /** The former folder; null if that folder no longer exists, or if the entry was a root. */
  readonly parentId: number | null;
  /** Owner of the former home; null for a system folder. */
  readonly ownerId: number | null;
  readonly wasRoot: boolean;
  /** Path from the root of its home or system folder, starting with `/`. */
  readonly path: string;
  readonly deletedAt: number;
  /** Null if the user no longer exists. */
  readonly deletedBy: number | null;
}

/** A position in the list of deletions by time. */
export type DeletionMark = Pick<Deletion, 'entryId' | 'deletedAt'>;

interface Row {
  entry_id: number;
  parent_id: number | null;
  owner_id: number | null;
  was_root: 0 | 1;
  path: string;
  deleted_at: number;
  deleted_by: number | null;
}

const COLUMNS = 'entry_id, parent_id, owner_id, was_root, path, deleted_at, deleted_by';
/**
 * Mutually exclusive conditions for the deletions that a user may see. Each selects a range of an index in the order of
 * the list.
 */
const OF_USER = ['owner_id = @user', 'deleted_by = @user AND deleted_by <> owner_id'];
const VISIBLE = [...OF_USER, 'deleted_by = @user AND owner_id IS NULL'];
const VISIBLE_TO_ADMIN = [...OF_USER, 'owner_id IS NULL'];

type Range = { user: number; limit: number; offset: number };
type Before = DeletionMark & { user: number; limit: number };

/** The statements for administrators or for other users. */
interface Listing {
  readonly list: Statement<[Range], Row>;
  readonly listBefore: Statement<[Before], Row>;
  readonly count: Statement<[{ user: number }], { total: number }>;
}

/** Deleted entries that can be restored. */
export class TrashTable {
  readonly #find: Statement<[number], Row>;
  readonly #ofUser: Listing;
  readonly #ofAdmin: Listing;
  readonly #findOldest: Statement<[number], Row>;
  readonly #countOf: Statement<[{ owner: number | null }], number>;
  readonly #listOf: Statement<[Record<string, SqlValue>], Row>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM trash WHERE entry_id = ?`);
    this.#ofUser = listing(database, VISIBLE);
    this.#ofAdmin = listing(database, VISIBLE_TO_ADMIN);
    this.#findOldest = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE deleted_at <= ? ORDER BY deleted_at LIMIT 1`,
    );
    this.#countOf = database
      .prepare<[{ owner: number | null }], number>('SELECT count(*) FROM trash WHERE owner_id IS @owner')
      .pluck();
    this.#listOf = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE owner_id IS @owner AND deleted_at <= @until
         AND (deleted_at, entry_id) > (@deletedAt, @entryId) ORDER BY deleted_at, entry_id LIMIT @limit`,
    );
    this.#insert = database.prepare(`INSERT INTO trash (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#delete = database.prepare('DELETE FROM trash WHERE entry_id = ?');
  }

  /** @param entryId the deleted entry itself, not a descendant */
  find(entryId: number): Deletion | undefined {
    const row = this.#find.get(entryId);
    return row && deletionFrom(row);
  }

  /**
   * A page of the deletions that the user may see, newest first: from the user's home, by the user, and for
   * administrators from system folders. `total` counts all pages.
   */
  list(
    userId: number,
    isAdmin: boolean,
    limit: number,
    offset: number,
  ): { items: Deletion[]; total: number } {
    const { list, count } = isAdmin ? this.#ofAdmin : this.#ofUser;
    return {
      items: list.all({ user: userId, limit, offset }).map(deletionFrom),
      total: count.get({ user: userId })?.total ?? 0,
    };
  }

  /**
   * A slice of the deletions of {@link TrashTable.list}, newest first.
   * @param before position after the slice
   */
  listBefore(userId: number, isAdmin: boolean, before: DeletionMark, limit: number): Deletion[] {
    const { deletedAt, entryId } = before;
    const { listBefore } = isAdmin ? this.#ofAdmin : this.#ofUser;
    return listBefore.all({ user: userId, deletedAt, entryId, limit }).map(deletionFrom);
  }

  /** Number of deletions from the user's home and, for administrators, from system folders. */
  countOwned(userId: number, isAdmin: boolean): number {
    const of = (owner: number | null): number => this.#countOf.get({ owner }) ?? 0;
    return of(userId) + (isAdmin ? of(null) : 0);
  }

  /** The oldest deletion at `until` (milliseconds UTC) or earlier. */
  findOldest(until: number): Deletion | undefined {
    const row = this.#findOldest.get(until);
    return row && deletionFrom(row);
  }

  /**
   * A slice of the deletions from one home (null: from system folders), oldest first.
   * @param until milliseconds UTC
   * @param after position before the slice
   */
  listOf(ownerId: number | null, until: number, after: DeletionMark, limit: number): Deletion[] {
    const { deletedAt, entryId } = after;
    return this.#listOf.all({ owner: ownerId, until, deletedAt, entryId, limit }).map(deletionFrom);
  }

  insert(deletion: Deletion): void {
    const { entryId, parentId, ownerId, wasRoot, path, deletedAt, deletedBy } = deletion;
    this.#insert.run(entryId, parentId, ownerId, wasRoot ? 1 : 0, path, deletedAt, deletedBy);
  }

  delete(entryId: number): void {
    this.#delete.run(entryId);
  }
}

/** Prepares the statements. The rows are selected from an index alone; only then are they read from the table. */
function listing(database: Pick<Database, 'prepare'>, conditions: readonly string[]): Listing {
  const counts = conditions.map((condition) => `(SELECT count(*) FROM trash WHERE ${condition})`);
  const rows = (bound: string, range: string): string => {
    const sources = conditions.map(
      (condition) => `SELECT entry_id, deleted_at FROM trash WHERE ${condition}${bound}`,
    );
    return `WITH page AS MATERIALIZED (${sources.join(' UNION ALL ')}
         ORDER BY deleted_at DESC, entry_id DESC ${range})
       SELECT ${COLUMNS} FROM page CROSS JOIN trash USING (entry_id, deleted_at)
       ORDER BY deleted_at DESC, entry_id DESC`;
  };
  const before = ' AND (deleted_at, entry_id) < (@deletedAt, @entryId)';
  return {
    list: database.prepare(rows('', 'LIMIT @limit OFFSET @offset')),
    listBefore: database.prepare(rows(before, 'LIMIT @limit')),
    count: database.prepare(`SELECT ${counts.join(' + ')} AS total`),
  };
}

function deletionFrom(row: Row): Deletion {
  return {
    entryId: row.entry_id,
    parentId: row.parent_id,
    ownerId: row.owner_id,
    wasRoot: row.was_root === 1,
    path: row.path,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by,
  };
}
