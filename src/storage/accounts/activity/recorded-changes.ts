import type { Action } from '../../../model/people/activity.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';

/** A record of the activity log, mostly of a change of an entry. */
export interface RecordedChange {
  /** Id of the activity. */
  readonly id: number;
  readonly action: Action;
  readonly entryId: number | null;
  /** Name of the entry after the change; null if the record does not have it. */
  readonly name: string | null;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly userId: number | null;
  readonly userName: string;
  readonly tokenId: number | null;
  readonly ip: string | null;
  readonly undoId: number | null;
}

/** A record, with the folder in which its entry is now; null: it is a root, in the trash, or purged. */
export interface PlacedChange extends RecordedChange {
  readonly parentId: number | null;
}

/** Whose changes are meant. Null: any, for the undo none. Times in milliseconds UTC, both inclusive. */
export interface ChangesOf {
  readonly userId: number | null;
  readonly tokenId: number | null;
  readonly ip: string | null;
  readonly undoId: number | null;
  readonly since: number;
  readonly until: number;
}

type Values = Record<string, SqlValue>;

const SELECT = `SELECT a.id, a.action, a.entry_id AS entryId, a.data ->> '$.facts.name' AS name, a.at,
  a.user_id AS userId, a.user_name AS userName, a.token_id AS tokenId, a.ip, a.undo_id AS undoId FROM activities a`;
const OF_ENTRY = 'a.entry_id IS NOT NULL AND a.action IN (SELECT value FROM json_each(@actions))';

/** The activity log as the record of which entries were changed by which user, with which token and from where. */
export class RecordedChanges {
  readonly #ofAll: Statement<[Values], RecordedChange>;
  readonly #ofUser: Statement<[Values], RecordedChange>;
  readonly #ofUndo: Statement<[Values], RecordedChange>;
  readonly #after: Statement<[Values], PlacedChange>;
  readonly #findOther: Statement<[Values], RecordedChange>;
  readonly #isBefore: Statement<[number, number], number>;

  constructor(database: Pick<Database, 'prepare'>) {
    const slice = (condition: string) =>
      database.prepare<[Values], RecordedChange>(
        `${SELECT} WHERE ${condition} AND a.id < @before ORDER BY a.id DESC LIMIT @limit`,
      );
    this.#ofAll = slice('true');
    this.#ofUser = slice('a.user_id = @userId');
    this.#ofUndo = slice('a.undo_id = @undoId');
    this.#after = database.prepare(
      `SELECT c.*, e.parent_id AS parentId FROM (${SELECT} WHERE a.id > @after ORDER BY a.id LIMIT @limit) c
       LEFT JOIN entries e ON e.id = c.entryId ORDER BY c.id`,
    );
    this.#findOther = database.prepare(
      `${SELECT} WHERE a.entry_id = @entryId AND a.id > @after AND ${OF_ENTRY} 
         AND (a.undo_id IS NULL OR a.undo_id NOT IN (SELECT value FROM json_each(@exceptUndoIds)))
         AND NOT (a.at BETWEEN @since AND @until AND a.undo_id IS @undoId
           AND (@userId IS NULL OR a.user_id IS @userId) AND (@tokenId IS NULL OR a.token_id IS @tokenId)
           AND (@ip IS NULL OR a.ip IS @ip))
       ORDER BY a.id DESC LIMIT 1`,
    );
    this.#isBefore = database
      .prepare<[number, number], number>(
        'SELECT EXISTS (SELECT 1 FROM activities WHERE entry_id = ? AND id < ?)',
      )
      .pluck();
  }

  /**
   * A slice of the records of a user, of an undo or, for changes of any user, of the whole log, newest first. Contains
   * records of other kinds and conditions, too, so that the caller knows how far it is.
   * @param before id of the last record of the previous slice
   */
  slice({ userId, undoId }: ChangesOf, before: number, limit: number): RecordedChange[] {
    if (undoId !== null) return this.#ofUndo.all({ undoId, before, limit });
    return userId === null ? this.#ofAll.all({ before, limit }) : this.#ofUser.all({ userId, before, limit });
  }

  /** A slice of the records after an id, oldest first. */
  after(id: number, limit: number): PlacedChange[] {
    return this.#after.all({ after: id, limit });
  }

  /**
   * The newest change of an entry that does not belong to `changes`; undefined if there is none.
   * @param after id of an activity; only later ones count
   * @param actions the kinds of changes that count
   * @param exceptUndoIds undos whose changes do not count
   */
  findOther(
    entryId: number,
    after: number,
    changes: ChangesOf,
    {
      actions,
      exceptUndoIds,
    }: { readonly actions: readonly Action[]; readonly exceptUndoIds: ReadonlySet<number> },
  ): RecordedChange | undefined {
    return this.#findOther.get({
      ...changes,
      entryId,
      after,
      actions: JSON.stringify(actions),
      exceptUndoIds: JSON.stringify([...exceptUndoIds]),
    });
  }

  /** True if an entry has a record before an activity. */
  isBefore(entryId: number, activityId: number): boolean {
    return this.#isBefore.get(entryId, activityId) === 1;
  }
}
