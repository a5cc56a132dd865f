import type BetterSqlite from 'better-sqlite3';
import type { RenditionDemand, RenditionPart, RenditionTask } from '../../../model/entries/rendition.ts';
import { FairTurns } from './fair-turns.ts';

/** After so many attempts, a content is given up. */
const MAX_ATTEMPTS = 3;
/** Pause after the first attempt, in milliseconds; after the second, four times as long. */
const PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = PAUSE_MS * 4;

/**
 * SQL: finds a content that a document has as its head. One that only older versions have is not searched.
 */
const IS_HEAD = `SELECT 1 FROM office.versions v
  JOIN office.documents d ON d.entry_id = v.document_id AND d.version = v.number WHERE v.sha256 = ? LIMIT 1`;

interface TaskRow {
  sha256: string;
  size: number;
  rank: number;
  userId: number;
}

interface AwaitedContent extends RenditionDemand {
  readonly size: number;
}

/** What is to be done next. */
export interface NextTask {
  /** Undefined: nothing is due. */
  readonly task: RenditionTask | undefined;
  /** Contents that were demanded, but of which nothing is to be made now. */
  readonly passedOver: readonly string[];
}

/** The contents that texts and thumbnails are to be made from. Nothing is forgotten when the process ends. */
export class Tasks {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #turns = new FairTurns();

  /** @param sqlite as `connectWriter` opens it */
  constructor(sqlite: BetterSqlite.Database) {
    this.#statements = statementsOf(sqlite);
  }

  /** Adds a content that nothing was made from yet. Of the contents of a user, the one with the greatest rank comes first. */
  addIfNeeded(sha256: string, { size, rank, userId }: Pick<TaskRow, 'size' | 'rank' | 'userId'>): void {
    if (size === 0) return;
    if (this.#wants(sha256, false).length > 0) this.#statements.add.run(sha256, size, rank, userId);
  }

  /**
   * The content that is to be read next. The users come in turn. Of each, what they wait for comes before what waits in the
   * queue, but for pauses after attempts.
   * @param demanded those that come first are preferred
   * @param now milliseconds UTC
   */
  next(demanded: readonly RenditionDemand[], now: number): NextTask {
    const { awaited, passedOver } = this.#awaited(demanded, now);
    for (;;) {
      const newest = this.#statements.users
        .all()
        .filter((user) => !awaited.some(({ userId }) => userId === user))
        .flatMap((user) => this.#statements.next.get(user, now, now + LONGEST_PAUSE_MS) ?? []);
      const queued = newest.toSorted((a, b) => b.rank - a.rank);
      const row = this.#turns.take([...awaited, ...queued], now);
      if (!row) return { task: undefined, passedOver };
      const { sha256, size } = row;
      if (!('rank' in row)) return { task: { sha256, size, wants: this.#wants(sha256, true) }, passedOver };
      const wants = this.#statements.isHead.get(sha256) ? this.#wants(sha256, false) : [];
      if (wants.length > 0) return { task: { sha256, size, wants }, passedOver };
      this.#statements.remove.run(sha256);
    }
  }

  /** Of each user the first content of which thumbnails can be made now, and those that were looked at before it. */
  #awaited(
    demanded: readonly RenditionDemand[],
    now: number,
  ): { awaited: AwaitedContent[] } & Pick<NextTask, 'passedOver'> {
    const { areImagesMissing, blobSize, isPostponed, isReread } = this.#statements;
    const byUser = new Map<number, AwaitedContent>();
    const passedOver: string[] = [];
    for (const { sha256, userId } of demanded) {
      if (byUser.has(userId)) continue;
      const size = blobSize.get(sha256) ?? 0;
      const isMissing = areImagesMissing.get(sha256) === 1 || isReread.get(sha256) !== undefined;
      if (size > 0 && isMissing && !isPostponed.get(sha256, now))
        byUser.set(userId, { sha256, userId, size });
      else passedOver.push(sha256);
    }
    return { awaited: [...byUser.values()], passedOver };
  }

  /** The content that was handed out last has been read, or could not be. */
  ended(now: number): void {
    this.#turns.end(now);
  }

  /** Removes a content, unless more of it was asked for while it was read. */
  done(sha256: string): void {
    if (this.#wants(sha256, false).length === 0) this.#statements.remove.run(sha256);
  }

  /**
   * Notes an attempt that failed.
   * @returns true if there will be no further one
   */
  failed(task: RenditionTask, now: number): boolean {
    const { sha256, size } = task;
    this.#statements.add.run(sha256, size, 0, 0);
    const attempts = (this.#statements.attempts.get(sha256) ?? 0) + 1;
    if (attempts >= MAX_ATTEMPTS) return true;
    this.#statements.postpone.run(attempts, now + PAUSE_MS * 4 ** (attempts - 1), sha256);
    return false;
  }

  #wants(sha256: string, isDemanded: boolean): RenditionPart[] {
    const { isPictureKnown, isReread, isTextKnown } = this.#statements;
    if (isReread.get(sha256)) return ['text', 'thumbnail'];
    const wants: RenditionPart[] = [];
    if (!isTextKnown.get(sha256)) wants.push('text');
    if (isDemanded || !isPictureKnown.get(sha256)) wants.push('thumbnail');
    return wants;
  }
}

function statementsOf(sqlite: BetterSqlite.Database) {
  return {
    isTextKnown: sqlite.prepare<[string]>('SELECT 1 FROM texts WHERE sha256 = ?'),
    isPictureKnown: sqlite.prepare<[string]>('SELECT 1 FROM pictures WHERE sha256 = ?'),
    areImagesMissing: sqlite
      .prepare<[string], 0 | 1>(
        "SELECT NOT EXISTS (SELECT 1 FROM pictures WHERE sha256 = ? AND state <> 'dropped')",
      )
      .pluck(),
    isPostponed: sqlite.prepare<[string, number]>('SELECT 1 FROM tasks WHERE sha256 = ? AND due_at > ?'),
    isReread: sqlite.prepare<[string]>(
      `SELECT 1 FROM rereads r CROSS JOIN rows ON rows.entry_id = r.entry_id AND rows.sha256 = r.sha256
       WHERE r.sha256 = ? LIMIT 1`,
    ),
    blobSize: sqlite
      .prepare<[string], number>('SELECT size_bytes FROM office.blobs WHERE sha256 = ?')
      .pluck(),
    add: sqlite.prepare<[string, number, number, number]>(
      `INSERT INTO tasks (sha256, size_bytes, rank, user_id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET rank = max(rank, excluded.rank)`,
    ),
    users: sqlite
      .prepare<[], number>(
        `WITH RECURSIVE users (id) AS (
           SELECT min(user_id) FROM tasks
           UNION ALL SELECT (SELECT min(t.user_id) FROM tasks t WHERE t.user_id > users.id)
           FROM users WHERE users.id IS NOT NULL)
         SELECT id FROM users WHERE id IS NOT NULL`,
      )
      .pluck(),
    // No pause is as long as that after which the clock was set back.
    next: sqlite.prepare<[number, number, number], TaskRow>(
      `SELECT sha256, size_bytes AS size, rank, user_id AS userId
       FROM tasks WHERE user_id = ? AND (due_at <= ? OR due_at > ?) ORDER BY rank DESC LIMIT 1`,
    ),
    isHead: sqlite.prepare<[string]>(IS_HEAD),
    remove: sqlite.prepare<[string]>('DELETE FROM tasks WHERE sha256 = ?'),
    attempts: sqlite.prepare<[string], number>('SELECT attempts FROM tasks WHERE sha256 = ?').pluck(),
    postpone: sqlite.prepare<[number, number, string]>(
      'UPDATE tasks SET attempts = ?, due_at = ? WHERE sha256 = ?',
    ),
  };
}
