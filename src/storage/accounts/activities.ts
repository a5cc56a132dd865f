import type { Action } from '../../model/activity.ts';
import type { Database, SqlValue, Statement } from '../database.ts';

/** A record of the activity log before it has an id. */
export interface NewActivity {
  readonly action: Action;
  readonly userId: number | null;
  readonly userLogin: string | null;
  readonly userName: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Text for every user who can read the entry. */
  readonly details: string;
  /** Text for the few users who may know more; null when there is no more to know. */
  readonly fullDetails: string | null;
  /** Id of another entry that the full details mention; null for none. */
  readonly subjectId: number | null;
  /** The folder or document that was changed; null for none. */
  readonly entryId: number | null;
  readonly isFolder: boolean | null;
  readonly ip: string | null;
}

/** A record of the activity log. */
export type StoredActivity = NewActivity & { readonly id: number };

/** Selects records of the activity log. Times in milliseconds UTC; `after` inclusive, `before` exclusive. */
export interface ActivityFilter {
  readonly action?: string | undefined;
  /** A login name; the case of ASCII letters does not matter. */
  readonly user?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly entryId?: number | undefined;
  /** Selects what one user did, and changes to entries that this user can read. */
  readonly visibleTo?: ReadableEntries | undefined;
}

/** The entries that a user can read: `entryIds`, and the folders `folderIds` with their direct members. */
export interface ReadableEntries {
  readonly userId: number;
  readonly entryIds: readonly number[];
  /** See {@link ActivityTable.listFolders}. */
  readonly folderIds: readonly number[];
}

/** A range of the activity log: ids greater than `after`, up to and including `until`. */
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

/** Selects the folders among the given entries, and all folders beneath them. */
const FOLDERS_BENEATH = `WITH RECURSIVE folders (id) AS (
  SELECT e.id FROM json_each(?) top JOIN entries e ON e.id = top.value WHERE e.is_folder = 1
  UNION
  SELECT e.id FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1
) SELECT id FROM folders`;

/** Records outside the folders that the user can read. */
const OUTSIDE_FOLDERS = '(a.place_id IS NULL OR a.place_id NOT IN (SELECT value FROM json_each(:folders)))';

/**
 * Sources of the records that a user may see. Each record is in at most one of them, so no duplicates need
 * to be removed:
 * 1. changes in folders that the user can read,
 * 2. changes outside those folders, made by the user,
 * 3. changes outside those folders, made by others to single entries that the user can read.
 */
const VISIBLE_SOURCES = [
  'json_each(:folders) f CROSS JOIN activities a ON a.place_id = f.value WHERE TRUE',
  `activities a WHERE a.user_id = :viewer AND ${OUTSIDE_FOLDERS}`,
  `json_each(:entries) e CROSS JOIN activities a ON a.entry_id = e.value
   WHERE a.user_id IS NOT :viewer AND ${OUTSIDE_FOLDERS}`,
];

/** The `activities` table: the activity log. */
export class ActivityTable {
  readonly #database: Database;
  readonly #insert: Statement<[Values]>;
  readonly #bounds: Statement<[], { first: number | null; last: number | null }>;
  readonly #findLastTime: Statement<[], { at: number }>;
  readonly #size: Statement<[], { total: number }>;
  readonly #listFolders: Statement<[string], { id: number }>;
  readonly #unsetPlace: Statement<[number]>;
  readonly #deleteOldest: Statement<[number, number]>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO activities (action, user_id, user_login, user_name, at, details, full_details,
         subject_id, entry_id, is_folder, ip, place_id)
       VALUES (:action, :userId, :userLogin, :userName, :at, :details, :fullDetails,
         :subjectId, :entryId, :isFolder, :ip,
         (SELECT CASE is_folder WHEN 1 THEN id ELSE parent_id END FROM entries WHERE id = :entryId))`,
    );
    this.#bounds = database.prepare(
      'SELECT (SELECT min(id) FROM activities) AS first, (SELECT max(id) FROM activities) AS last',
    );
    this.#findLastTime = database.prepare('SELECT at FROM activities ORDER BY id DESC LIMIT 1');
    this.#size = database.prepare('SELECT count(*) AS total FROM activities');
    this.#listFolders = database.prepare(FOLDERS_BENEATH);
    this.#unsetPlace = database.prepare('UPDATE activities SET place_id = NULL WHERE entry_id = ?');
    this.#deleteOldest = database.prepare(
      `DELETE FROM activities WHERE id IN
         (SELECT id FROM (SELECT id, at FROM activities ORDER BY id LIMIT ?) WHERE at < ?)`,
    );
  }

  /** Adds a record. */
  insert(activity: NewActivity): void {
    const isFolder = activity.isFolder === null ? null : Number(activity.isFolder);
    this.#insert.run({ ...activity, isFolder });
  }

  /** When the last record was added, in milliseconds UTC; undefined for an empty log. */
  findLastTime(): number | undefined {
    return this.#findLastTime.get()?.at;
  }

  /** Lists the ids of the folders among the given entries, and of all folders beneath them. */
  listFolders(entryIds: readonly number[]): number[] {
    return this.#listFolders.all(JSON.stringify(entryIds)).map(({ id }) => id);
  }

  /** Returns the range of the whole log at present. */
  whole(): Stretch {
    const { first, last } = this.#bounds.get() ?? { first: null, last: null };
    return { after: (first ?? 1) - 1, until: last ?? 0 };
  }

  /** Counts all records. */
  size(): number {
    return this.#size.get()?.total ?? 0;
  }

  /** Lists the records of a range that match, newest first. */
  list(filter: ActivityFilter, stretch: Stretch, limit: number, offset = 0): StoredActivity[] {
    const { sql, values } = matchingIds(filter, stretch);
    return this.#database
      .prepare<[Values], Row>(
        `SELECT id, action, user_id, user_login, user_name, at, details, full_details, subject_id, entry_id,
           is_folder, ip
         FROM activities WHERE id IN (${sql} ORDER BY id DESC LIMIT :limit OFFSET :offset) ORDER BY id DESC`,
      )
      .all({ ...values, limit, offset })
      .map(activityFrom);
  }

  /** Counts the records of a range that match. */
  count(filter: ActivityFilter, stretch: Stretch): number {
    const { sql, values } = matchingIds(filter, stretch);
    const count = this.#database.prepare<[Values], { total: number }>(
      `SELECT count(*) AS total FROM (${sql})`,
    );
    return count.get(values)?.total ?? 0;
  }

  /** Hides the records of an entry that is deleted for good from those who read them because of its folder. */
  unsetPlace(entryId: number): void {
    this.#unsetPlace.run(entryId);
  }

  /**
   * Deletes old records. Looks at the `limit` oldest records only, so that one call stays short.
   * @param before deletes records older than this time, in milliseconds UTC
   * @returns how many records were deleted
   */
  deleteOldest(before: number, limit: number): number {
    return this.#deleteOldest.run(limit, before).changes;
  }
}

/** Builds the query for the ids of matching records. */
function matchingIds(filter: ActivityFilter, { after, until }: Stretch): { sql: string; values: Values } {
  const conditions = ['a.id > :afterId AND a.id <= :untilId'];
  const values: Values = { afterId: after, untilId: until };
  const addCondition = (name: keyof ActivityFilter, value: SqlValue | undefined, condition: string): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  addCondition('action', filter.action, 'a.action = :action');
  addCondition('user', filter.user, 'a.user_login = :user COLLATE NOCASE');
  addCondition('after', filter.after, 'a.at >= :after');
  addCondition('before', filter.before, 'a.at < :before');
  addCondition('entryId', filter.entryId, 'a.entry_id = :entryId');
  const readable = filter.visibleTo;
  if (readable === undefined) {
    return { sql: `SELECT a.id FROM activities a WHERE ${conditions.join(' AND ')}`, values };
  }
  const sources = VISIBLE_SOURCES.map(
    (source) => `SELECT a.id FROM ${[source, ...conditions].join(' AND ')}`,
  );
  const folders = JSON.stringify(readable.folderIds);
  const entries = JSON.stringify(readable.entryIds);
  return {
    sql: sources.join(' UNION ALL '),
    values: { ...values, viewer: readable.userId, folders, entries },
  };
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
