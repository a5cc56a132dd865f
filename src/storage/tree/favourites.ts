import type { Database, Statement } from '../database/database.ts';

interface IdRow {
  readonly entry_id: number;
}

/** The entries that users have marked as favourites. A row ends with its user or its entry. */
export class FavouriteTable {
  readonly #ids: Statement<[number], IdRow>;
  readonly #listInOrder: Statement<[number], IdRow>;
  readonly #insert: Statement<[number, number, number]>;
  readonly #delete: Statement<[number, number]>;

  constructor(database: Database) {
    this.#ids = database.prepare(
      'SELECT entry_id FROM favourites WHERE user_id = ? ORDER BY created_at, entry_id',
    );
    this.#listInOrder = database.prepare(
      `SELECT f.entry_id FROM favourites f CROSS JOIN entries e ON e.id = f.entry_id
       WHERE f.user_id = ? ORDER BY e.is_folder DESC, e.sort_key, e.id`,
    );
    this.#insert = database.prepare(
      'INSERT INTO favourites (user_id, entry_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#delete = database.prepare('DELETE FROM favourites WHERE user_id = ? AND entry_id = ?');
  }

  /** Ids of all favourites of the user, oldest first, also of those that the user cannot read at the moment. */
  ids(userId: number): ReadonlySet<number> {
    return new Set(this.#ids.all(userId).map((row) => row.entry_id));
  }

  /** As {@link FavouriteTable.ids}: folders first, then by name. */
  listInOrder(userId: number): number[] {
    return this.#listInOrder.all(userId).map((row) => row.entry_id);
  }

  /** @param at milliseconds UTC */
  insert(userId: number, entryId: number, at: number): void {
    this.#insert.run(userId, entryId, at);
  }

  delete(userId: number, entryId: number): void {
    this.#delete.run(userId, entryId);
  }
}
