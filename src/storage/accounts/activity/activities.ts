import type { Action } from '../../../model/people/activity.ts';
import type { Database, Statement } from '../../database/database.ts';
import { type ActivityFilter, matching, NO_STEP, type Stretch, type Values } from './activity-filter.ts';
import {
  activityFrom,
  ACTIVITY_COLUMNS as COLUMNS,
  type NewActivity,
  type ActivityRow as Row,
  type StoredActivity,
} from './activity-rows.ts';

/**
 * Records that form ranges of an index. Kind `place`: records of entries that are now in any of these folders, except
 * busy documents. Kind `user`: records of these users. Kind `entry`: records of these entries.
 */
export interface ActivitySource {
  readonly kind: 'place' | 'user' | 'entry';
  readonly ids: readonly number[];
}

/** The part of a record that tells which entry was changed, and by which user. */
export interface EntryActivity
  extends Pick<StoredActivity, 'id' | 'action' | 'userId' | 'userName' | 'entryId'> {
  /** The former name, for a rename whose record has it. */
  readonly formerName: string | null;
  /** Folder in which the entry is now; null: it is a root, in the trash, or purged. */
  readonly parentId: number | null;
}

/** Position of a folder among the subfolders of its parent. */
export interface FolderMark {
  readonly id: number;
  readonly sortKey: string;
}

/** The last change of a document by a user. */
export interface ChangedDocument {
  readonly documentId: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Number of a user's newest activities that are searched for changed documents. */
const SEARCHED = 1000;

const SOURCE_COLUMNS = { place: 'place_id', user: 'user_id', entry: 'entry_id' } as const;

/** The `activities` table: the activity log. */
export class ActivityTable {
  readonly #database: Pick<Database, 'prepare'>;
  readonly #insert: Statement<[Values]>;
  readonly #bounds: Statement<[], { first: number | null; last: number | null; issued: number | null }>;
  readonly #findLastTime: Statement<[], { at: number }>;
  readonly #listEntriesAfter: Statement<[number, number], EntryActivity>;
  readonly #size: Statement<[number], { total: number }>;
  readonly #unsetPlace: Statement<[Values]>;
  readonly #listBusyDocuments: Statement<[], { id: number; parentId: number | null }>;
  readonly #listByIds: Statement<[string], Row>;
  readonly #listPlaces: Statement<[string], { id: number; parentId: number | null; isFolder: 0 | 1 }>;
  readonly #listFoldersIn: Statement<[string, number], number>;
  readonly #listFoldersAfter: Statement<[number, string, number, number], FolderMark>;
  readonly #listChanged: Statement<[number, number, string, number], ChangedDocument>;
  readonly #deleteOldest: Statement<[number, number]>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO activities (action, user_id, user_login, user_name, at, details, full_details,
         data, full_data, subject_id, entry_id, is_folder, ip, token_id, undo_id, place_id)
       VALUES (:action, :userId, :userLogin, :userName, :at, :details, :fullDetails,
         :data, :fullData, :subjectId, :entryId, :isFolder, :ip, :tokenId, :undoId,
         (SELECT CASE is_folder WHEN 1 THEN id ELSE parent_id END FROM entries WHERE id = :entryId
          AND NOT EXISTS (SELECT 1 FROM busy_documents WHERE entry_id = :entryId)))`,
    );
    this.#bounds = database.prepare(
      `SELECT (SELECT min(id) FROM activities) AS first, (SELECT max(id) FROM activities) AS last,
         (SELECT seq FROM sqlite_sequence WHERE name = 'activities') AS issued`,
    );
    this.#findLastTime = database.prepare('SELECT at FROM activities ORDER BY id DESC LIMIT 1');
    this.#listEntriesAfter = database.prepare(
      `SELECT a.id, a.action, a.user_id AS userId, a.user_name AS userName, a.entry_id AS entryId,
         CASE a.action WHEN 'rename' THEN a.data ->> '$.facts.from' END AS formerName, e.parent_id AS parentId
       FROM activities a LEFT JOIN entries e ON e.id = a.entry_id WHERE a.id > ? ORDER BY a.id LIMIT ?`,
    );
    this.#size = database.prepare(
      `SELECT count(*) AS total FROM (SELECT 1 FROM activities a WHERE ${NO_STEP} LIMIT ?)`,
    );
    this.#unsetPlace = database.prepare(
      `UPDATE activities SET place_id = NULL WHERE entry_id = :entryId
       AND NOT EXISTS (SELECT 1 FROM busy_documents WHERE entry_id = :entryId)`,
    );
    this.#listBusyDocuments = database.prepare(
      'SELECT b.entry_id AS id, e.parent_id AS parentId FROM busy_documents b CROSS JOIN entries e ON e.id = b.entry_id',
    );
    this.#listByIds = database.prepare(
      `SELECT ${COLUMNS} FROM activities WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
    );
    this.#listPlaces = database.prepare(
      `SELECT id, parent_id AS parentId, is_folder AS isFolder FROM entries
       WHERE id IN (SELECT value FROM json_each(?))`,
    );
    this.#listFoldersIn = database
      .prepare<[string, number], number>(
        'SELECT e.id FROM json_each(?) f CROSS JOIN entries e ON e.parent_id = f.value AND e.is_folder = 1 LIMIT ?',
      )
      .pluck();
    this.#listFoldersAfter = database.prepare(
      `SELECT id, sort_key AS sortKey FROM entries
       WHERE parent_id = ? AND is_folder = 1 AND (sort_key, id) > (?, ?) ORDER BY sort_key, id LIMIT ?`,
    );
    this.#listChanged = database.prepare(
      `SELECT entry_id AS documentId, max(at) AS at FROM
         (SELECT entry_id, at, action, is_folder FROM activities WHERE user_id = ? ORDER BY id DESC LIMIT ?)
       WHERE is_folder = 0 AND action IN (SELECT value FROM json_each(?))
       GROUP BY entry_id ORDER BY at DESC LIMIT ?`,
    );
    this.#deleteOldest = database.prepare(
      `DELETE FROM activities WHERE id IN
         (SELECT id FROM (SELECT id, at FROM activities ORDER BY id LIMIT ?) WHERE at < ?)`,
    );
  }

  /** The documents that the user changed last, among the newest activities of the user. Newest first. */
  listChanged(userId: number, actions: readonly Action[], limit: number): ChangedDocument[] {
    return this.#listChanged.all(userId, SEARCHED, JSON.stringify(actions), limit);
  }

  insert(activity: NewActivity): void {
    const isFolder = activity.isFolder === null ? null : Number(activity.isFolder);
    const data = activity.data && JSON.stringify(activity.data);
    const fullData = activity.fullData && JSON.stringify(activity.fullData);
    this.#insert.run({ ...activity, data, fullData, isFolder });
  }

  /** Time of the last record, in milliseconds UTC; undefined for an empty log. */
  findLastTime(): number | undefined {
    return this.#findLastTime.get()?.at;
  }

  /** The range of the whole log at present. If retention has deleted every record, it is empty, after the last id. */
  whole(): Stretch {
    const { first, last, issued } = this.#bounds.get() ?? { first: null, last: null, issued: null };
    const until = last ?? issued ?? 0;
    return { after: first === null ? until : first - 1, until };
  }

  /** Lists the records after an id, oldest first: only what tells which entry was changed, and by which user. */
  listEntriesAfter(id: number, limit: number): EntryActivity[] {
    return this.#listEntriesAfter.all(id, limit);
  }

  /** Counts all records, up to `limit`. */
  size(limit: number): number {
    return this.#size.get(limit)?.total ?? 0;
  }

  /** Lists the matching records of a range, newest first. */
  list(filter: ActivityFilter, stretch: Stretch, limit: number, offset = 0): StoredActivity[] {
    const { where, values } = matching(filter, stretch);
    return this.#database
      .prepare<[Values], Row>(
        `SELECT ${COLUMNS} FROM activities
         WHERE id IN (SELECT a.id FROM activities a WHERE ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset)
         ORDER BY id DESC`,
      )
      .all({ ...values, limit, offset })
      .map(activityFrom);
  }

  /** Counts the matching records of a range. */
  count(filter: ActivityFilter, stretch: Stretch): number {
    const { where, values } = matching(filter, stretch);
    const count = this.#database.prepare<[Values], { total: number }>(
      `SELECT count(*) AS total FROM activities a WHERE ${where}`,
    );
    return count.get(values)?.total ?? 0;
  }

  /** Hides the records of a permanently deleted entry from users who can read them only because of its folder. */
  unsetPlace(entryId: number): void {
    this.#unsetPlace.run({ entryId });
  }

  /** The id of the record that follows the first `count` records of a source in a range; undefined if there is none. */
  idAfter(source: ActivitySource, range: Stretch, count: number): number | undefined {
    const { where, values } = matching({}, range, source.kind === 'entry');
    return this.#database
      .prepare<[Values], number>(`SELECT a.id FROM ${rangesOf(source)} WHERE ${where} LIMIT 1 OFFSET :count`)
      .pluck()
      .get({ ...values, ids: JSON.stringify(source.ids), count });
  }

  /**
   * Counts the matching records of a source in a range.
   * @param userId user whose records are also counted separately, as `own`
   */
  tally(
    source: ActivitySource,
    filter: ActivityFilter,
    range: Stretch,
    userId: number,
  ): { total: number; own: number } {
    const { where, values } = matching(filter, range, source.kind === 'entry');
    const tally = this.#database.prepare<[Values], { total: number; own: number }>(
      `SELECT count(*) AS total, coalesce(sum(a.user_id IS :userId), 0) AS own
       FROM ${rangesOf(source)} WHERE ${where}`,
    );
    return tally.get({ ...values, ids: JSON.stringify(source.ids), userId }) ?? { total: 0, own: 0 };
  }

  /** Ids of the newest matching records of a source in a range, newest first. */
  newest(source: ActivitySource, filter: ActivityFilter, range: Stretch, limit: number): number[] {
    const { where, values } = matching(filter, range, source.kind === 'entry');
    return this.#database
      .prepare<[Values], number>(
        `SELECT a.id FROM ${rangesOf(source)} WHERE ${where} ORDER BY a.id DESC LIMIT :limit`,
      )
      .pluck()
      .all({ ...values, ids: JSON.stringify(source.ids), limit });
  }

  /** Locations of the entries with these ids, in any order. Ids without an entry are omitted. */
  listPlaces(ids: readonly number[]): { id: number; parentId: number | null; isFolder: boolean }[] {
    return this.#listPlaces.all(JSON.stringify(ids)).map((row) => ({ ...row, isFolder: row.isFolder === 1 }));
  }

  /** Busy documents: their records have no place, because there are too many. With their folders; null: the trash. */
  listBusyDocuments(): { id: number; parentId: number | null }[] {
    return this.#listBusyDocuments.all();
  }

  /** Ids of the direct subfolders of any of these folders, at most `limit`. */
  listFoldersIn(folderIds: readonly number[], limit: number): number[] {
    return this.#listFoldersIn.all(JSON.stringify(folderIds), limit);
  }

  /** The direct subfolders of a folder that follow a given one, ordered by sort key and id. */
  listFoldersAfter(folderId: number, { sortKey, id }: FolderMark, limit: number): FolderMark[] {
    return this.#listFoldersAfter.all(folderId, sortKey, id, limit);
  }

  /** The records with these ids, newest first. */
  listByIds(ids: readonly number[]): StoredActivity[] {
    return this.#listByIds.all(JSON.stringify(ids)).map(activityFrom);
  }

  /**
   * Deletes old records. Checks only the `limit` oldest records, to keep each call short.
   * @param before deletes records older than this time, in milliseconds UTC
   * @returns number of deleted records
   */
  deleteOldest(before: number, limit: number): number {
    return this.#deleteOldest.run(limit, before).changes;
  }
}

/** SQL: the records of a source. The indexes of folders and users contain all columns that a filter uses. */
function rangesOf({ kind }: ActivitySource): string {
  return `json_each(:ids) s CROSS JOIN activities a INDEXED BY activities_by_${kind} ON a.${SOURCE_COLUMNS[kind]} = s.value`;
}
