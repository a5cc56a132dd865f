import type { Database, SqlValue, Statement } from '../database.ts';

/** A deleted entry and where it was. Times in milliseconds UTC. */
export interface Deletion {
  readonly entryId: number;
  /** The folder it was in; null if that folder no longer exists, or if the entry was a root. */
  readonly parentId: number | null;
  /** Owner of the home it was in; null for a system folder. */
  readonly ownerId: number | null;
  readonly wasRoot: boolean;
  /** Path from the root of its home or system folder, starting with `/`. */
  readonly path: string;
  readonly deletedAt: number;
  /** Null if that user no longer exists. */
  readonly deletedBy: number | null;
}

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
const VISIBLE = '(owner_id = @user OR deleted_by = @user OR (@admin = 1 AND owner_id IS NULL))';

/** SQL parameters of {@link VISIBLE}. */
interface Viewer extends Record<string, SqlValue> {
  user: number;
  admin: 0 | 1;
}

/** Deleted entries that can be restored. */
export class TrashTable {
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[Viewer & { limit: number; offset: number }], Row>;
  readonly #count: Statement<[Viewer], { total: number }>;
  readonly #findOldest: Statement<[number], Row>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM trash WHERE entry_id = ?`);
    this.#list = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE ${VISIBLE}
       ORDER BY deleted_at DESC, entry_id DESC LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare(`SELECT count(*) AS total FROM trash WHERE ${VISIBLE}`);
    this.#findOldest = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE deleted_at <= ? ORDER BY deleted_at LIMIT 1`,
    );
    this.#insert = database.prepare(`INSERT INTO trash (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#delete = database.prepare('DELETE FROM trash WHERE entry_id = ?');
  }

  /** @param entryId the entry that was deleted, not one beneath it */
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
    const viewer: Viewer = { user: userId, admin: isAdmin ? 1 : 0 };
    return {
      items: this.#list.all({ ...viewer, limit, offset }).map(deletionFrom),
      total: this.#count.get(viewer)?.total ?? 0,
    };
  }

  /** The oldest deletion at `until` (milliseconds UTC) or earlier. */
  findOldest(until: number): Deletion | undefined {
    const row = this.#findOldest.get(until);
    return row && deletionFrom(row);
  }

  insert(deletion: Deletion): void {
    const { entryId, parentId, ownerId, wasRoot, path, deletedAt, deletedBy } = deletion;
    this.#insert.run(entryId, parentId, ownerId, wasRoot ? 1 : 0, path, deletedAt, deletedBy);
  }

  delete(entryId: number): void {
    this.#delete.run(entryId);
  }
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
