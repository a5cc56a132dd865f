import type { Action, Activity } from '../model/activity.ts';
import type { Database, Query, SqlValue, Statement } from './database.ts';

/** An entry of the log before it has an id. */
export interface NewActivity {
  readonly action: Action;
  readonly userId: number | null;
  readonly userLogin: string | null;
  readonly userName: string;
  readonly at: number;
  readonly details: string;
  readonly entryId: number | null;
  readonly isFolder: boolean | null;
  readonly ip: string | null;
}

/** What a list of activities may be narrowed to. Times in milliseconds UTC, `before` exclusive. */
export interface ActivityFilter {
  readonly action?: string | undefined;
  /** A login. */
  readonly user?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly entryId?: number | undefined;
  /** Only what this user did and what happened to entries he can read. */
  readonly visibleTo?:
    | { readonly userId: number; readonly isAdmin: boolean; readonly now: number }
    | undefined;
}

interface Row {
  id: number;
  action: Action;
  user_name: string;
  at: number;
  details: string;
  entry_id: number | null;
  is_folder: 0 | 1 | null;
  ip: string | null;
}

/** An entry is readable when its root is the user's home, or a folder of the office for an administrator, or a grant stands on the way up. */
const READABLE = `EXISTS (
  WITH RECURSIVE up (id, parent_id, root_kind, owner_id) AS (
    SELECT id, parent_id, root_kind, owner_id FROM entries WHERE id = a.entry_id
    UNION ALL
    SELECT p.id, p.parent_id, p.root_kind, p.owner_id FROM up JOIN entries p ON p.id = up.parent_id
  )
  SELECT 1 FROM up
  WHERE NOT EXISTS (SELECT 1 FROM up WHERE root_kind = 'trash')
    AND (up.owner_id = ? OR (up.root_kind = 'system' AND ?) OR EXISTS (
      SELECT 1 FROM share_recipients r JOIN shares s ON s.id = r.share_id
      WHERE r.user_id = ? AND r.entry_id = up.id AND (s.expires_at IS NULL OR s.expires_at > ?)))
)`;

/** The log of what happened. */
export class ActivityTable {
  readonly #database: Database;
  readonly #insert: Statement<SqlValue[]>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO activities (action, user_id, user_login, user_name, at, details, entry_id, is_folder, ip)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  insert(activity: NewActivity): void {
    const isFolder = activity.isFolder === null ? null : Number(activity.isFolder);
    this.#insert.run(
      activity.action,
      activity.userId,
      activity.userLogin,
      activity.userName,
      activity.at,
      activity.details,
      activity.entryId,
      isFolder,
      activity.ip,
    );
  }

  /** Newest first. */
  list(filter: ActivityFilter, limit: number, offset: number): { items: Activity[]; total: number } {
    const matching = this.#matching(filter);
    const [count] = this.#database.all<{ total: number }>(matching.clone().count({ total: '*' }));
    const rows = this.#database.all<Row>(
      matching
        .select('a.id', 'a.action', 'a.user_name', 'a.at', 'a.details', 'a.entry_id', 'a.is_folder', 'a.ip')
        .orderBy('a.id', 'desc')
        .limit(limit)
        .offset(offset),
    );
    return { items: rows.map(activityFrom), total: count?.total ?? 0 };
  }

  #matching(filter: ActivityFilter): Query {
    const query: Query = this.#database.builder({ a: 'activities' });
    if (filter.action !== undefined) query.where('a.action', filter.action);
    if (filter.user !== undefined) query.whereRaw('a.user_login = ? COLLATE NOCASE', [filter.user]);
    if (filter.after !== undefined) query.where('a.at', '>=', filter.after);
    if (filter.before !== undefined) query.where('a.at', '<', filter.before);
    if (filter.entryId !== undefined) query.where('a.entry_id', filter.entryId);
    const viewer = filter.visibleTo;
    if (viewer) {
      const { userId, isAdmin, now } = viewer;
      query.whereRaw(`(a.user_id = ? OR ${READABLE})`, [userId, userId, Number(isAdmin), userId, now]);
    }
    return query;
  }
}

function activityFrom(row: Row): Activity {
  return {
    id: row.id,
    action: row.action,
    user: row.user_name,
    at: row.at,
    details: row.details,
    documentId: row.is_folder === 0 ? row.entry_id : null,
    folderId: row.is_folder === 1 ? row.entry_id : null,
    ip: row.ip,
  };
}
