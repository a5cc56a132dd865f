import type { Database, Statement } from '../../database/database.ts';

/** Ids of a subtree, up to a limit. */
export class SubtreeIds {
  readonly #listMembers: Statement<[string, number], number>;

  constructor(database: Database) {
    this.#listMembers = database
      .prepare<[string, number], number>(
        'SELECT e.id FROM json_each(?) f CROSS JOIN entries e ON e.parent_id = f.value LIMIT ?',
      )
      .pluck();
  }

  /**
   * Ids of an entry and its descendants, level by level, at most `limit`. The cost grows with the limit only. A
   * recursive query would read all members of a folder before it returns the first of them.
   */
  list(id: number, limit: number): number[] {
    const ids = [id];
    for (let level = [id]; level.length > 0 && ids.length < limit; ids.push(...level))
      level = this.#listMembers.all(JSON.stringify(level), limit - ids.length);
    return ids;
  }
}
