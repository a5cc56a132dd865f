import type { Database, Statement } from '../../database/database.ts';

/** The first ids of a subtree. */
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
   * Ids of an entry and of those beneath it, level by level, at most `limit`. The cost grows with the limit. That of a
   * recursive query would not: it finds all members of a folder before it returns the first of them.
   */
  list(id: number, limit: number): number[] {
    const ids = [id];
    for (let level = [id]; level.length > 0 && ids.length < limit; ids.push(...level))
      level = this.#listMembers.all(JSON.stringify(level), limit - ids.length);
    return ids;
  }
}
