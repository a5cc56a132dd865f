import type { Database, Statement } from '../database/database.ts';

/** A place that an entry has left. */
export interface FormerPlace {
  readonly id: number;
  readonly entryId: number;
  readonly name: string;
  /** Milliseconds UTC. */
  readonly beganAt: number;
  /** Milliseconds UTC. */
  readonly endedAt: number;
}

/** Position in the former places of a folder, in the order of their ends. */
export type FormerPlaceMark = Pick<FormerPlace, 'id' | 'endedAt'>;

/** Folder and name of an entry. */
interface NamedPlace {
  /** Null for a root, and in the trash. */
  readonly folderId: number | null;
  readonly name: string;
}

/** Reads the former places of entries, from the database or from a snapshot of it. */
export class FormerPlaces {
  readonly #inFolder: Statement<[number, number, number, number], FormerPlace>;
  readonly #leftSince: Statement<[string, number], { id: number }>;
  readonly #of: Statement<[number, number], NamedPlace>;

  constructor(connection: Pick<Database, 'prepare'>) {
    this.#inFolder = connection.prepare(
      `SELECT id, entry_id AS entryId, name, began_at AS beganAt, ended_at AS endedAt FROM places
       WHERE folder_id = ? AND (ended_at, id) > (?, ?) ORDER BY ended_at, id LIMIT ?`,
    );
    this.#leftSince = connection.prepare(
      `SELECT asked.value AS id FROM json_each(?) asked
       WHERE EXISTS (SELECT 1 FROM places WHERE entry_id = asked.value AND ended_at > ?)`,
    );
    this.#of = connection.prepare(
      `SELECT folder_id AS folderId, name FROM places WHERE entry_id = ? AND ended_at > ?
       ORDER BY ended_at, id LIMIT 1`,
    );
  }

  /**
   * A slice of the places in a folder that entries have left, in the order in which they left.
   * @param after last place of the previous slice; for the places that ended after a time, this time with
   * `Number.MAX_SAFE_INTEGER` as id
   */
  inFolder(folderId: number, after: FormerPlaceMark, limit: number): FormerPlace[] {
    return this.#inFolder.all(folderId, after.endedAt, after.id, limit);
  }

  /** Those of these entries that have left a place since a time. @param at milliseconds UTC */
  leftSince(ids: readonly number[], at: number): ReadonlySet<number> {
    return new Set(this.#leftSince.all(JSON.stringify(ids), at).map(({ id }) => id));
  }

  /** The place of an entry at a time; undefined if it has not left it since. @param at milliseconds UTC */
  of(entryId: number, at: number): NamedPlace | undefined {
    return this.#of.get(entryId, at);
  }
}
