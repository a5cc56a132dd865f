import type { Usage } from '../../model/user.ts';
import type { Database, Statement } from '../database.ts';
import { SUBTREE } from './subtrees.ts';

/** What an entry with all beneath it adds to the home that it is in: all entries, and all their versions. */
export interface SubtreeSize extends Usage {
  /** Levels of folders beneath the entry; 0: none. */
  readonly height: number;
}

const FOLDERS = `WITH RECURSIVE folders (id, level) AS (
  SELECT ?, 0 UNION ALL
  SELECT e.id, f.level + 1 FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1)`;

/** How much an entry with all beneath it is. */
export class SubtreeSizes {
  readonly #height: Statement<[number], number>;
  readonly #usage: Statement<[number], Usage>;
  readonly #usageOfCopy: Statement<[number], Usage>;
  readonly #count: Statement<[number, number], number>;
  readonly #countWithVersions: Statement<[number, number], number>;

  constructor(connection: Pick<Database, 'prepare'>) {
    this.#height = connection.prepare<[number], number>(`${FOLDERS} SELECT max(level) FROM folders`).pluck();
    this.#usage = connection.prepare(
      `${SUBTREE} SELECT count(*) AS entries, coalesce(sum(
         (SELECT sum(v.size_bytes) FROM versions v WHERE v.document_id = s.id)), 0) AS bytes
       FROM subtree s`,
    );
    this.#usageOfCopy = connection.prepare(
      `${SUBTREE} SELECT count(*) AS entries, coalesce(sum(v.size_bytes), 0) AS bytes FROM subtree s
       LEFT JOIN documents d ON d.entry_id = s.id
       LEFT JOIN versions v ON v.document_id = s.id AND v.number = d.version`,
    );
    this.#count = connection
      .prepare<[number, number], number>(`SELECT count(*) FROM (${SUBTREE} SELECT id FROM subtree LIMIT ?)`)
      .pluck();
    this.#countWithVersions = connection
      .prepare<[number, number], number>(
        `SELECT count(*) FROM (
           ${SUBTREE} SELECT 1 FROM subtree s LEFT JOIN versions v ON v.document_id = s.id LIMIT ?)`,
      )
      .pluck();
  }

  /** The cost grows with the entries and versions: see {@link SubtreeSizes.hasMoreWithVersions}. */
  of(id: number): SubtreeSize {
    const { entries, bytes } = this.#usage.get(id) ?? { entries: 0, bytes: 0 };
    return { entries, bytes, height: this.height(id) };
  }

  /** Levels of folders beneath a folder; 0: none. The cost grows with the number of folders only. */
  height(id: number): number {
    return this.#height.get(id) ?? 0;
  }

  /** What a copy adds to the home that it is put into: of each document the head only. */
  usageOfCopy(id: number): Usage {
    return this.#usageOfCopy.get(id) ?? { entries: 0, bytes: 0 };
  }

  /** True if the entry and those beneath it are more than `count`. */
  hasMore(id: number, count: number): boolean {
    return (this.#count.get(id, count + 1) ?? 0) > count;
  }

  /** True if the folders, and the versions of the documents, are more than `count` together. */
  hasMoreWithVersions(id: number, count: number): boolean {
    return (this.#countWithVersions.get(id, count + 1) ?? 0) > count;
  }
}
