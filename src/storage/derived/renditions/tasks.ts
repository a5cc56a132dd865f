import type BetterSqlite from 'better-sqlite3';
import type { RenditionDemand, RenditionPart, RenditionTask } from '../../../model/entries/rendition.ts';
import { FairScheduler } from './fair-scheduler.ts';

/** Maximum number of attempts per content. */
const MAX_ATTEMPTS = 3;
/** Pause after the first attempt, in milliseconds; four times as long after the second. */
const PAUSE_MS = 15_000;
const MAX_PAUSE_MS = PAUSE_MS * 4;

/** SQL: finds a content that is the head of a document. The contents of older versions are not searched. */
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

/** The next task. */
export interface NextTask {
  /** Undefined if no task is due. */
  readonly task: RenditionTask | undefined;
  /** Demanded contents for which nothing can be made now. */
  readonly passedOver: readonly string[];
}

/** Persistent queue of the contents that need texts or thumbnails. */
export class Tasks {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #queue = new FairScheduler();

  /** @param sqlite connection opened by `connectWriter` */
  constructor(sqlite: BetterSqlite.Database) {
    this.#statements = statementsOf(sqlite);
  }

  /**
   * Queues a content, unless it is empty or its text and thumbnails are known. The contents of a user are ordered by
   * rank, greatest first.
   * @param rank row number in the search index
   */
  addIfNeeded(sha256: string, { size, rank, userId }: Pick<TaskRow, 'size' | 'rank' | 'userId'>): void {
    if (size === 0) return;
    if (this.#wants(sha256, false).length > 0) this.#statements.add.run(sha256, size, rank, userId);
  }

  /**
   * The next content to read. Users take turns. For each user, demanded contents come before queued ones, except during
   * pauses after attempts.
   * @param demanded demanded contents in order of preference
   * @param now milliseconds UTC
   */
  next(demanded: readonly RenditionDemand[], now: number): NextTask {
    const { awaited, passedOver } = this.#awaited(demanded, now);
    for (;;) {
      const newest = this.#statements.users
        .all()
        .filter((user) => !awaited.some(({ userId }) => userId === user))
        .flatMap((user) => this.#statements.next.get(user, now, now + MAX_PAUSE_MS) ?? []);
      const queued = newest.toSorted((a, b) => b.rank - a.rank);
      const row = this.#queue.take([...awaited, ...queued], now);
      if (!row) return { task: undefined, passedOver };
      const { sha256, size } = row;
      if (!('rank' in row)) return { task: { sha256, size, wants: this.#wants(sha256, true) }, passedOver };
      const wants = this.#statements.isHead.get(sha256) ? this.#wants(sha256, false) : [];
      if (wants.length > 0) return { task: { sha256, size, wants }, passedOver };
      this.#statements.remove.run(sha256);
    }
  }

  /**
   * For each user, the first demanded content whose thumbnails can be made now; and the contents that were skipped
   * before it.
   */
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

  /** Ends the turn of the last task, whether or not its content could be read. */
  ended(now: number): void {
    this.#queue.end(now);
  }

  /** Removes a content, unless more parts of it were requested while it was read. */
  done(sha256: string): void {
    if (this.#wants(sha256, false).length === 0) this.#statements.remove.run(sha256);
  }

  /**
   * Records a failed attempt.
   * @returns true if it was the last attempt
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
    // A due time later than the longest pause means that the clock was set back; the task is then due.
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
