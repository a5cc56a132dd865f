import type { Undo, UndoScope, UndoSkip } from '../../model/entries/undo.ts';
import { type MessageData, parsedMessage } from '../../model/errors/messages.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';

interface Row {
  id: number;
  kind: UndoScope['kind'];
  of_user_id: number | null;
  of_token_id: number | null;
  of_ip: string | null;
  of_undo_id: number | null;
  since: number | null;
  until: number | null;
  folder_id: number | null;
  is_forced: 0 | 1;
  user_id: number | null;
  is_office: 0 | 1;
  is_operator: 0 | 1;
  position: number;
  began_at: number;
  active_at: number;
  ended_at: number | null;
  stop: string | null;
  total: number;
  reverted: number;
  skipped: number;
}

interface SkipRow {
  entry_id: number;
  name: string;
  reason: string;
}

/** Values of a new undo. */
export type NewUndo = Pick<Undo, 'scope' | 'isOffice' | 'isOperator' | 'position' | 'beganAt'> & {
  readonly userId: number;
};

/** Undos of many changes, and the entries that they left. */
export class UndoTable {
  readonly #insert: Statement<[Record<string, SqlValue>]>;
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[number, number], Row>;
  readonly #listOf: Statement<[number, number, number], Row>;
  readonly #count: Statement<[], number>;
  readonly #countOf: Statement<[number], number>;
  readonly #unfinished: Statement<[], Row>;
  readonly #about: Statement<[number | null], number>;
  readonly #update: Statement<SqlValue[]>;
  readonly #insertSkip: Statement<SqlValue[]>;
  readonly #deleteSkips: Statement<[number]>;
  readonly #listSkips: Statement<[number, number, number], SkipRow>;
  readonly #countSkips: Statement<[number], number>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#insert = database.prepare(
      `INSERT INTO undos (kind, of_user_id, of_token_id, of_ip, of_undo_id, since, until, folder_id, is_forced,
         user_id, is_office, is_operator, position, began_at, active_at)
       VALUES (@kind, @userId, @tokenId, @ip, @undoId, @since, @until, @folderId, @isForced,
         @by, @isOffice, @isOperator, @position, @beganAt, @beganAt)`,
    );
    this.#find = database.prepare('SELECT * FROM undos WHERE id = ?');
    this.#list = database.prepare('SELECT * FROM undos ORDER BY id DESC LIMIT ? OFFSET ?');
    this.#listOf = database.prepare(
      'SELECT * FROM undos WHERE user_id = ? ORDER BY id DESC LIMIT ? OFFSET ?',
    );
    this.#count = database.prepare<[], number>('SELECT count(*) FROM undos').pluck();
    this.#countOf = database
      .prepare<[number], number>('SELECT count(*) FROM undos WHERE user_id = ?')
      .pluck();
    this.#unfinished = database.prepare('SELECT * FROM undos WHERE ended_at IS NULL ORDER BY id');
    this.#about = database
      .prepare<[number | null], number>(
        `WITH RECURSIVE about (id) AS (
           SELECT id FROM undos WHERE kind = 'changes' AND of_user_id IS ?
           UNION SELECT u.id FROM about a JOIN undos u ON u.of_undo_id = a.id)
         SELECT id FROM about`,
      )
      .pluck();
    this.#update = database.prepare(
      'UPDATE undos SET active_at = ?, ended_at = ?, stop = ?, total = ?, reverted = ?, skipped = ? WHERE id = ?',
    );
    this.#insertSkip = database.prepare(
      'INSERT OR REPLACE INTO undo_skips (undo_id, entry_id, name, reason) VALUES (?, ?, ?, ?)',
    );
    this.#deleteSkips = database.prepare('DELETE FROM undo_skips WHERE undo_id = ?');
    this.#listSkips = database.prepare(
      'SELECT entry_id, name, reason FROM undo_skips WHERE undo_id = ? ORDER BY entry_id LIMIT ? OFFSET ?',
    );
    this.#countSkips = database
      .prepare<[number], number>('SELECT count(*) FROM undo_skips WHERE undo_id = ?')
      .pluck();
  }

  /** @returns its id */
  insert({ scope, userId: by, isOffice, isOperator, position, beganAt }: NewUndo): number {
    const { lastInsertRowid } = this.#insert.run({
      ...columnsOf(scope),
      by,
      isOffice: Number(isOffice),
      isOperator: Number(isOperator),
      position,
      beganAt,
    });
    return Number(lastInsertRowid);
  }

  find(id: number): Undo | undefined {
    const row = this.#find.get(id);
    return row && undoFrom(row);
  }

  /** A part of the undos of a user, or of all users, newest first. @param userId null: of all */
  list(userId: number | null, limit: number, offset: number): Undo[] {
    const rows = userId === null ? this.#list.all(limit, offset) : this.#listOf.all(userId, limit, offset);
    return rows.map(undoFrom);
  }

  count(userId: number | null): number {
    return (userId === null ? this.#count.get() : this.#countOf.get(userId)) ?? 0;
  }

  /** The undos that have not ended, oldest first. */
  unfinished(): Undo[] {
    return this.#unfinished.all().map(undoFrom);
  }

  /** Ids of the undos of changes by a user, and of the undos of these. @param userId null: of changes by all users */
  about(userId: number | null): number[] {
    return this.#about.all(userId);
  }

  /** Records how far an undo is. */
  update(id: number, { activeAt, endedAt, stop, total, reverted, skipped }: Progress): void {
    this.#update.run(activeAt, endedAt, stop && JSON.stringify(stop), total, reverted, skipped, id);
  }

  /** Records that an undo left an entry. */
  addSkip(id: number, { entryId, name, reason: { code, facts } }: UndoSkip): void {
    this.#insertSkip.run(id, entryId, name, JSON.stringify({ code, facts }));
  }

  deleteSkips(id: number): void {
    this.#deleteSkips.run(id);
  }

  listSkips(id: number, limit: number, offset: number): UndoSkip[] {
    return this.#listSkips
      .all(id, limit, offset)
      .map(({ entry_id: entryId, name, reason }) => ({ entryId, name, reason: messageFrom(reason) }));
  }

  countSkips(id: number): number {
    return this.#countSkips.get(id) ?? 0;
  }
}

type Progress = Pick<Undo, 'activeAt' | 'endedAt' | 'stop' | 'total' | 'reverted' | 'skipped'>;

function undoFrom(row: Row): Undo {
  return {
    id: row.id,
    scope: scopeFrom(row),
    userId: row.user_id,
    isOffice: row.is_office === 1,
    isOperator: row.is_operator === 1,
    position: row.position,
    beganAt: row.began_at,
    activeAt: row.active_at,
    endedAt: row.ended_at,
    stop: row.stop === null ? null : messageFrom(row.stop),
    total: row.total,
    reverted: row.reverted,
    skipped: row.skipped,
  };
}

function scopeFrom(row: Row): UndoScope {
  const { kind, folder_id: folderId } = row;
  if (kind === 'undo') return { kind, undoId: row.of_undo_id ?? 0 };
  if (kind === 'folder') return { kind, folderId: folderId ?? 0, at: row.since ?? 0 };
  return {
    kind,
    userId: row.of_user_id,
    tokenId: row.of_token_id,
    ip: row.of_ip,
    since: row.since ?? 0,
    until: row.until ?? 0,
    folderId,
    isForced: row.is_forced === 1,
  };
}

const NO_SCOPE = {
  userId: null,
  tokenId: null,
  ip: null,
  undoId: null,
  since: null,
  until: null,
  folderId: null,
};

function columnsOf(scope: UndoScope): Record<string, SqlValue> {
  switch (scope.kind) {
    case 'undo':
      return { ...NO_SCOPE, ...scope, isForced: 0 };
    case 'folder':
      return { ...NO_SCOPE, kind: scope.kind, folderId: scope.folderId, since: scope.at, isForced: 0 };
    case 'changes':
      return { ...NO_SCOPE, ...scope, isForced: Number(scope.isForced) };
  }
}

function messageFrom(json: string): MessageData {
  const data = parsedMessage(json);
  if (!data) throw new Error(`not a message: ${json}`);
  return data;
}
