import type { Database } from '../database/database.ts';
import { type EntryRef, type Finding, type Inspection, type Source, statement } from './finding.ts';

/** Contents per query. With their bytes they need up to 6 MiB. */
const SLICE = { withBytes: 100, without: 2000 };
/** Maximum number of contents without a version per run. */
const MAX_UNKNOWN = 100_000;
/** Maximum number of versions listed for a content. */
const MAX_VERSIONS = 20;

/** A content according to its row in the database. */
export interface StoredContent {
  readonly sha256: string;
  readonly size: number;
  /** True if the bytes are in the row, false if they are in a file. */
  readonly isInline: boolean;
  /** True if a version uses the content. */
  readonly isUsed: boolean;
  /** Bytes of an inline content, if requested. */
  readonly bytes: Buffer | undefined;
}

interface Row {
  sha256: string;
  size_bytes: number;
  is_inline: 0 | 1;
  is_used: 0 | 1;
  content: Uint8Array | null;
}

/** Number of contents and their total size. */
export interface ContentTotals {
  readonly count: number;
  readonly bytes: number;
}

/** The rows of contents. */
export class ContentRows {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async totals(): Promise<ContentTotals> {
    const [totals] = await this.#source.all<ContentTotals>(
      'SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM blobs',
    );
    return totals ?? { count: 0, bytes: 0 };
  }

  /** All contents, ordered by hash. */
  async *list({
    withBytes,
  }: {
    readonly withBytes: boolean;
  }): AsyncGenerator<readonly StoredContent[], void> {
    const limit = withBytes ? SLICE.withBytes : SLICE.without;
    for (let after = ''; ; ) {
      const rows = await this.#source.all<Row>(
        `SELECT b.sha256, b.size_bytes, b.content IS NOT NULL AS is_inline,
           EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256) AS is_used,
           ${withBytes ? 'b.content' : 'NULL AS content'}
         FROM blobs b WHERE b.sha256 > ? ORDER BY b.sha256 LIMIT ?`,
        [after, limit],
      );
      yield rows.map(contentFrom);
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return;
      after = last.sha256;
    }
  }

  /** True if a version uses the content. */
  async isUsed(sha256: string): Promise<boolean> {
    const rows = await this.#source.all('SELECT 1 FROM versions WHERE sha256 = ? LIMIT 1', [sha256]);
    return rows.length > 0;
  }

  /** Versions that use a content, at most 20. */
  versionsOf(sha256: string): Promise<EntryRef[]> {
    return this.#source.all<EntryRef>(
      'SELECT document_id AS id, number AS version FROM versions WHERE sha256 = ? LIMIT ?',
      [sha256, MAX_VERSIONS],
    );
  }

  /** Those of these file names that are not the hash of any content stored in a file. */
  async unknown(names: readonly string[]): Promise<string[]> {
    const rows = await this.#source.all<{ name: string }>(
      `SELECT j.value AS name FROM json_each(?) j
       WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.sha256 = j.value AND b.content IS NULL)`,
      [JSON.stringify(names)],
    );
    return rows.map(({ name }) => name);
  }
}

/** True if a content of this hash is stored in a file. Runs inside the caller's transaction. */
export function hasFile(database: Database, sha256: string): boolean {
  const row = database
    .prepare<[string]>('SELECT 1 FROM blobs WHERE sha256 = ? AND content IS NULL')
    .get(sha256);
  return row !== undefined;
}

function contentFrom(row: Row): StoredContent {
  return {
    sha256: row.sha256,
    size: row.size_bytes,
    isInline: row.is_inline === 1,
    isUsed: row.is_used === 1,
    bytes:
      row.content === null
        ? undefined
        : Buffer.from(row.content.buffer, row.content.byteOffset, row.content.length),
  };
}

/** Contents that no version uses and that are not queued for the sweep. */
export const unknownContentInspection: Inspection = {
  subject: 'contents without versions',
  unit: 'parts',
  async *find(source) {
    const rows = await source.all<{ sha256: string }>(
      `SELECT b.sha256 FROM blobs b WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256)
       AND NOT EXISTS (SELECT 1 FROM freed_blobs f WHERE f.sha256 = b.sha256) LIMIT ?`,
      [MAX_UNKNOWN],
    );
    yield { done: 1, total: 1, findings: rows.map(({ sha256 }) => unknownFinding(sha256)) };
  },
};

function unknownFinding(sha256: string): Finding {
  return {
    kind: 'content_unknown',
    what: 'belongs to no version, and is not queued for deletion',
    place: `content ${sha256}`,
    mend: statement(
      `INSERT OR IGNORE INTO freed_blobs (sha256) SELECT b.sha256 FROM blobs b WHERE b.sha256 = ?
       AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256)`,
      [sha256],
    ),
  };
}
