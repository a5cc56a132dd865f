import type { Usage } from '../../model/user.ts';
import type { Database, Statement } from '../database.ts';

/**
 * SQL prefix: `subtree` has the ids of an entry and of all entries beneath it. The id of the entry is the
 * first parameter.
 */
export const SUBTREE = `WITH RECURSIVE subtree (id) AS (
  SELECT ? UNION ALL SELECT e.id FROM subtree s JOIN entries e ON e.parent_id = s.id)`;

const FOLDERS = `WITH RECURSIVE folders (id, level) AS (
  SELECT ?, 0 UNION ALL
  SELECT e.id, f.level + 1 FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1)`;

const NOTHING: Usage = { entries: 0, bytes: 0 };

/** What an entry with all beneath it amounts to. */
export class Subtrees {
  readonly #height: Statement<[number], { height: number }>;
  readonly #usage: Statement<[number], Usage>;

  constructor(database: Database) {
    this.#height = database.prepare(`${FOLDERS} SELECT max(level) AS height FROM folders`);
    this.#usage = database.prepare(
      `${SUBTREE} SELECT count(*) AS entries, coalesce(sum(
         (SELECT sum(v.size_bytes) FROM versions v WHERE v.document_id = s.id)), 0) AS bytes
       FROM subtree s`,
    );
  }

  /** Levels of folders beneath a folder; 0: none. The cost grows with the number of folders only. */
  height(id: number): number {
    return this.#height.get(id)?.height ?? 0;
  }

  /** What the subtree adds to the home that it is in: all its entries, and all their versions. */
  usage(id: number): Usage {
    return this.#usage.get(id) ?? NOTHING;
  }
}
