import type { Change } from '../../database/change-feed.ts';
import type { Database, Statement } from '../../database/database.ts';

/** A share of an entry that is, or is beneath, a changed entry; one row for each recipient. */
export interface ShareBeneath {
  readonly entryId: number;
  /** The changed entry. */
  readonly topId: number;
  readonly createdBy: number | null;
  /** The recipient. */
  readonly userId: number | null;
}

/** Rows from which changes beyond all limits are recognised. */
const MAX_ROWS = 2001;

/** Shares that are changed without a change of their rows: by a folder above them, or by time. */
export class ShareChanges {
  readonly #database: Database;
  readonly #nextExpiry: Statement<[number], { at: number | null }>;
  readonly #expired: Statement<
    [number, number, number],
    { id: number; entryId: number; createdBy: number | null }
  >;
  readonly #recipients: Statement<[number], { userId: number }>;
  /** {@link Database.structure} for which `#next` is known. */
  #structure: number | undefined;
  #next: number | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#nextExpiry = database.prepare('SELECT min(expires_at) AS at FROM shares WHERE expires_at > ?');
    this.#expired = database.prepare(
      `SELECT id, entry_id AS entryId, created_by AS createdBy FROM shares
       WHERE expires_at > ? AND expires_at <= ? LIMIT ?`,
    );
    this.#recipients = database.prepare('SELECT user_id AS userId FROM grants WHERE share_id = ?');
  }

  /** The shares of these entries and of all entries beneath them, at most 2,001 rows. A thread searches them. */
  beneath(ids: readonly number[]): Promise<ShareBeneath[]> {
    // Searches upwards from each share, because there are few shares and many entries.
    const sql = `WITH RECURSIVE up (entry_id, id) AS (
        SELECT DISTINCT entry_id, entry_id FROM shares
        UNION ALL
        SELECT up.entry_id, e.parent_id FROM up CROSS JOIN entries e ON e.id = up.id WHERE e.parent_id IS NOT NULL)
      SELECT up.entry_id AS entryId, up.id AS topId, s.created_by AS createdBy, r.user_id AS userId
      FROM up JOIN shares s ON s.entry_id = up.entry_id
        LEFT JOIN grants r ON r.share_id = s.id
      WHERE up.id IN (SELECT value FROM json_each(?)) LIMIT ${String(MAX_ROWS)}`;
    return this.#database.longQueries.all({ sql, values: [JSON.stringify(ids)] });
  }

  /** The ends of shares after `from` and until `to`, as changes. Times in milliseconds UTC. */
  expired(from: number, to: number): Change[] {
    const { structure } = this.#database;
    if (this.#structure !== structure) this.#next = this.#nextExpiry.get(from)?.at ?? null;
    this.#structure = structure;
    if (this.#next === null || this.#next > to) return [];
    this.#structure = undefined;
    return this.#expired
      .all(from, to, MAX_ROWS)
      .flatMap(({ id, entryId, createdBy }) => [
        { of: 'share', entryId, userId: createdBy, expiresAt: null },
        { of: 'ended', entryId, shareId: id, expiresAt: null },
        ...this.#recipients
          .all(id)
          .map(({ userId }): Change => ({ of: 'grant', entryId, userId, expiresAt: null })),
      ]);
  }
}
