import type { Action } from '../../model/activity.ts';
import type { Database, SqlValue, Statement } from '../database.ts';

/** An entry of the log before it has an id. */
export interface NewActivity {
  readonly action: Action;
  readonly userId: number | null;
  readonly userLogin: string | null;
  readonly userName: string;
  readonly at: number;
  /** What everybody may know who can read the entry. */
  readonly details: string;
  /** What few may know; null where that is no more. */
  readonly fullDetails: string | null;
  /** The other entry that the full details name. */
  readonly subjectId: number | null;
  readonly entryId: number | null;
  readonly isFolder: boolean | null;
  readonly ip: string | null;
}

/** An entry of the log. */
export type StoredActivity = NewActivity & { readonly id: number };

/** What a list of activities may be narrowed to. Times in milliseconds UTC, `before` exclusive. */
export interface ActivityFilter {
  readonly action?: string | undefined;
  /** A login. */
  readonly user?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly entryId?: number | undefined;
  /** Only what one user did, and what happened to entries that he can read. */
  readonly visibleTo?: Reach | undefined;
}

/** What a user can read: these entries, and what lies in these folders. */
export interface Reach {
  readonly userId: number;
  readonly entryIds: readonly number[];
  /** See {@link ActivityTable.listFolders}. */
  readonly folderIds: readonly number[];
}

/** A stretch of the log: ids above `after`, up to `until`. */
export interface Stretch {
  readonly after: number;
  readonly until: number;
}

interface Row {
  id: number;
  action: Action;
  user_id: number | null;
  user_login: string | null;
  user_name: string;
  at: number;
  details: string;
  full_details: string | null;
  subject_id: number | null;
  entry_id: number | null;
  is_folder: 0 | 1 | null;
  ip: string | null;
}

type Values = Record<string, SqlValue>;

const FOLDERS = `WITH RECURSIVE folders (id) AS (
  SELECT e.id FROM json_each(?) top JOIN entries e ON e.id = top.value WHERE e.is_folder = 1
  UNION
  SELECT e.id FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1
) SELECT id FROM folders`;

const ELSEWHERE = '(a.place_id IS NULL OR a.place_id NOT IN (SELECT value FROM json_each(:folders)))';

/** Each activity that a user may see is in one of these: in his folders, his own elsewhere, of a single entry elsewhere. */
const VISIBLE = [
  'json_each(:folders) f CROSS JOIN activities a ON a.place_id = f.value WHERE TRUE',
  `activities a WHERE a.user_id = :viewer AND ${ELSEWHERE}`,
  `json_each(:entries) e CROSS JOIN activities a ON a.entry_id = e.value WHERE a.user_id IS NOT :viewer AND ${ELSEWHERE}`,
];

/** The log of what happened. */
export class ActivityTable {
  readonly #database: Database;
  readonly #insert: Statement<[Values]>;
  readonly #bounds: Statement<[], { first: number | null; last: number | null }>;
  readonly #size: Statement<[], { total: number }>;
  readonly #listFolders: Statement<[string], { id: number }>;
  readonly #deleteOldest: Statement<[number, number]>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO activities (action, user_id, user_login, user_name, at, details, full_details, subject_id, entry_id,
         is_folder, ip, place_id)
       VALUES (:action, :userId, :userLogin, :userName, :at, :details, :fullDetails, :subjectId, :entryId, :isFolder, :ip,
         (SELECT CASE is_folder WHEN 1 THEN id ELSE parent_id END FROM entries WHERE id = :entryId))`,
    );
    this.#bounds = database.prepare(
      'SELECT (SELECT min(id) FROM activities) AS first, (SELECT max(id) FROM activities) AS last',
    );
    this.#size = database.prepare('SELECT count(*) AS total FROM activities');
    this.#listFolders = database.prepare(FOLDERS);
    this.#deleteOldest = database.prepare(
      `DELETE FROM activities WHERE id IN
         (SELECT id FROM (SELECT id, at FROM activities ORDER BY id LIMIT ?) WHERE at < ?)`,
    );
  }

  insert(activity: NewActivity): void {
    const isFolder = activity.isFolder === null ? null : Number(activity.isFolder);
    this.#insert.run({ ...activity, isFolder });
  }

  /** Of the entries those that are folders, with all folders beneath them. */
  listFolders(entryIds: readonly number[]): number[] {
    return this.#listFolders.all(JSON.stringify(entryIds)).map(({ id }) => id);
  }

  /** The whole log as it is now. */
  whole(): Stretch {
    const { first, last } = this.#bounds.get() ?? { first: null, last: null };
    return { after: (first ?? 1) - 1, until: last ?? 0 };
  }

  /** How many there are. */
  size(): number {
    return this.#size.get()?.total ?? 0;
  }

  /** Those of a stretch that match, newest first. */
  list(filter: ActivityFilter, stretch: Stretch, limit: number, offset = 0): StoredActivity[] {
    const { sql, values } = matching(filter, stretch);
    return this.#database
      .prepare<[Values], Row>(
        `SELECT id, action, user_id, user_login, user_name, at, details, full_details, subject_id, entry_id, is_folder, ip
         FROM activities WHERE id IN (${sql} ORDER BY id DESC LIMIT :limit OFFSET :offset) ORDER BY id DESC`,
      )
      .all({ ...values, limit, offset })
      .map(activityFrom);
  }

  /** How many of a stretch match. */
  count(filter: ActivityFilter, stretch: Stretch): number {
    const { sql, values } = matching(filter, stretch);
    const count = this.#database.prepare<[Values], { total: number }>(
      `SELECT count(*) AS total FROM (${sql})`,
    );
    return count.get(values)?.total ?? 0;
  }

  /** Deletes those from before `before` among the oldest ones, of which it looks at `limit`. @returns how many went */
  deleteOldest(before: number, limit: number): number {
    return this.#deleteOldest.run(limit, before).changes;
  }
}

/** Selects the ids of what matches. */
function matching(filter: ActivityFilter, { after, until }: Stretch): { sql: string; values: Values } {
  const conditions = ['a.id > :afterId AND a.id <= :untilId'];
  const values: Values = { afterId: after, untilId: until };
  const narrow = (name: keyof ActivityFilter, value: SqlValue | undefined, condition: string): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  narrow('action', filter.action, 'a.action = :action');
  narrow('user', filter.user, 'a.user_login = :user COLLATE NOCASE');
  narrow('after', filter.after, 'a.at >= :after');
  narrow('before', filter.before, 'a.at < :before');
  narrow('entryId', filter.entryId, 'a.entry_id = :entryId');
  const reach = filter.visibleTo;
  if (reach === undefined) {
    return { sql: `SELECT a.id FROM activities a WHERE ${conditions.join(' AND ')}`, values };
  }
  const parts = VISIBLE.map((part) => `SELECT a.id FROM ${[part, ...conditions].join(' AND ')}`);
  const folders = JSON.stringify(reach.folderIds);
  const entries = JSON.stringify(reach.entryIds);
  return { sql: parts.join(' UNION ALL '), values: { ...values, viewer: reach.userId, folders, entries } };
}

function activityFrom(row: Row): StoredActivity {
  return {
    id: row.id,
    action: row.action,
    userId: row.user_id,
    userLogin: row.user_login,
    userName: row.user_name,
    at: row.at,
    details: row.details,
    fullDetails: row.full_details,
    subjectId: row.subject_id,
    entryId: row.entry_id,
    isFolder: row.is_folder === null ? null : row.is_folder === 1,
    ip: row.ip,
  };
}
