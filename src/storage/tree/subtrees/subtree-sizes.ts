import type { Usage } from '../../../model/people/user.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { LongQueries } from '../../database/long-queries.ts';
import { countedDetailBytes, detailBytes } from '../../detail-bytes.ts';
import { SubtreeIds } from './subtree-ids.ts';
import { SUBTREE } from './subtrees.ts';

/** Usage of an entry and its descendants in their home: all entries with all versions and details. */
export interface SubtreeSize extends Usage {
  /** Levels of folders beneath the entry; 0 for none. */
  readonly height: number;
}

const FOLDERS = `folders (id, level) AS (
  SELECT ?, 0 UNION ALL
  SELECT e.id, f.level + 1 FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1)`;
const SIZE = `${SUBTREE}, ${FOLDERS} SELECT count(*) AS entries, coalesce(sum(
    coalesce((SELECT sum(v.size_bytes) FROM versions v WHERE v.document_id = s.id), 0)
    + ${countedDetailBytes('s.id')}), 0) AS bytes,
    (SELECT max(level) FROM folders) AS height
  FROM subtree s`;
const SIZE_OF_COPY = `${SUBTREE}, ${FOLDERS} SELECT count(*) AS entries,
    coalesce(sum(coalesce(v.size_bytes, 0) + ${countedDetailBytes('s.id')}), 0) AS bytes,
    (SELECT max(level) FROM folders) AS height
  FROM subtree s
  LEFT JOIN documents d ON d.entry_id = s.id
  LEFT JOIN versions v ON v.document_id = s.id AND v.number = d.version`;

/**
 * Entries per query of text sizes. Small, because each query may read large properties before the limit is known to be
 * exceeded.
 */
const IDS_PER_QUERY = 100;

const NOTHING: SubtreeSize = { entries: 0, bytes: 0, height: 0 };

/** Measures an entry with all its descendants. */
export class SubtreeSizes {
  readonly #height: Statement<[number], number>;
  readonly #longQueries: LongQueries;
  readonly #size: Statement<[number, number], SubtreeSize>;
  readonly #usageOfCopy: Statement<[number], Usage>;
  readonly #texts: Statement<[string], number>;
  readonly #countWithVersions: Statement<[string, number], number>;
  readonly #ids: SubtreeIds;

  constructor(database: Database) {
    this.#longQueries = database.longQueries;
    this.#height = database
      .prepare<[number], number>(`WITH RECURSIVE ${FOLDERS} SELECT max(level) FROM folders`)
      .pluck();
    this.#size = database.prepare(SIZE);
    this.#usageOfCopy = database.prepare(
      `${SUBTREE} SELECT count(*) AS entries,
         coalesce(sum(coalesce(v.size_bytes, 0) + ${countedDetailBytes('s.id')}), 0) AS bytes FROM subtree s
       LEFT JOIN documents d ON d.entry_id = s.id
       LEFT JOIN versions v ON v.document_id = s.id AND v.number = d.version`,
    );
    this.#texts = database
      .prepare<[string], number>(
        `SELECT coalesce(sum(${detailBytes('s.value')} + coalesce(
           (SELECT octet_length(title) FROM documents WHERE entry_id = s.value), 0)), 0) FROM json_each(?) s`,
      )
      .pluck();
    this.#countWithVersions = database
      .prepare<[string, number], number>(
        `SELECT count(*) FROM (
           SELECT 1 FROM json_each(?) s LEFT JOIN versions v ON v.document_id = s.value LIMIT ?)`,
      )
      .pluck();
    this.#ids = new SubtreeIds(database);
  }

  /** Size of a subtree. The cost grows with its entries and versions: see {@link SubtreeSizes.hasMoreWithVersions}. */
  of(id: number): SubtreeSize {
    return this.#size.get(id, id) ?? NOTHING;
  }

  /** Same as {@link SubtreeSizes.of} for committed data. Other requests run meanwhile. @throws {DmsError} unavailable */
  ofLarge(id: number): Promise<SubtreeSize> {
    return this.#withoutBlocking(SIZE, id);
  }

  /**
   * Size of a copy, with the heads of documents only, from committed data, without blocking.
   * @throws {DmsError} unavailable
   */
  ofLargeCopy(id: number): Promise<SubtreeSize> {
    return this.#withoutBlocking(SIZE_OF_COPY, id);
  }

  /** Levels of folders beneath a folder; 0 for none. The cost grows with the number of folders only. */
  height(id: number): number {
    return this.#height.get(id) ?? 0;
  }

  /** Usage that a copy adds to its home: all entries with their details, and the heads of documents. */
  usageOfCopy(id: number): Usage {
    return this.#usageOfCopy.get(id) ?? NOTHING;
  }

  /** Number of entries of a subtree, counted up to `most`. */
  count(id: number, most: number): number {
    return this.#ids.list(id, most).length;
  }

  /** True if the subtree has more than `entries` entries, or its titles, comments and properties exceed `bytes`. */
  hasMore(id: number, { entries, bytes }: Usage): boolean {
    const ids = this.#ids.list(id, entries + 1);
    return ids.length > entries || this.#haveMoreText(ids, bytes);
  }

  /** True if the folders and versions of the subtree together exceed `entries`, or its texts exceed `bytes`. */
  hasMoreWithVersions(id: number, { entries, bytes }: Usage): boolean {
    const ids = this.#ids.list(id, entries + 1);
    const total = this.#countWithVersions.get(JSON.stringify(ids), entries + 1) ?? 0;
    return total > entries || this.#haveMoreText(ids, bytes);
  }

  async #withoutBlocking(sql: string, id: number): Promise<SubtreeSize> {
    const [size] = await this.#longQueries.all<SubtreeSize>({ sql, values: [id, id] });
    return size ?? NOTHING;
  }

  #haveMoreText(ids: readonly number[], bytes: number): boolean {
    let left = bytes;
    for (let at = 0; at < ids.length && left >= 0; at += IDS_PER_QUERY)
      left -= this.#texts.get(JSON.stringify(ids.slice(at, at + IDS_PER_QUERY))) ?? 0;
    return left < 0;
  }
}
