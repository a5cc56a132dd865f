import type { Database, SqlValue, Statement } from '../database.ts';

/** One deletion. Times in milliseconds UTC. */
export interface Deletion {
  readonly entryId: number;
  /** The folder it lay in; null when that is gone, or when the entry was a root. */
  readonly parentId: number | null;
  /** Owner of the home it lay in; null for folders of the office. */
  readonly ownerId: number | null;
  readonly wasRoot: boolean;
  readonly path: string;
  readonly deletedAt: number;
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

/** Who looks into the trash. */
interface Viewer extends Record<string, SqlValue> {
  user: number;
  admin: 0 | 1;
}

/** What was deleted and can be restored. */
export class TrashTable {
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[Viewer & { limit: number; offset: number }], Row>;
  readonly #count: Statement<[Viewer], { total: number }>;
  readonly #listExpired: Statement<[number, number], Row>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM trash WHERE entry_id = ?`);
    this.#list = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE ${VISIBLE} ORDER BY deleted_at DESC, entry_id DESC LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare(`SELECT count(*) AS total FROM trash WHERE ${VISIBLE}`);
    this.#listExpired = database.prepare(
      `SELECT ${COLUMNS} FROM trash WHERE deleted_at <= ? ORDER BY deleted_at LIMIT ?`,
    );
    this.#insert = database.prepare(`INSERT INTO trash (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#delete = database.prepare('DELETE FROM trash WHERE entry_id = ?');
  }

  find(entryId: number): Deletion | undefined {
    const row = this.#find.get(entryId);
    return row && deletionFrom(row);
  }

  /** What the user may see, newest first: of his home, by himself, and of the office for administrators. */
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

  /** Deleted at `before` or earlier, oldest first. */
  listExpired(before: number, limit: number): Deletion[] {
    return this.#listExpired.all(before, limit).map(deletionFrom);
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
