import type { Database, Statement } from '../database/database.ts';

/** A state of the tree, between two transactions. */
export interface TreeState {
  /** Number of the last change. */
  readonly number: number;
  /** Greatest id of an entry: later entries have greater ones. */
  readonly lastId: number;
}

/** The newest state, and what is known of earlier ones. */
interface TreeClock extends TreeState {
  /** Number of the newest state that is unknown, as are all older ones. */
  readonly forgotten: number;
  /** The newest run of a process that changes entries. */
  readonly runId: number;
}

/** A run of a process that changes entries. */
interface Run {
  readonly secret: Buffer;
  /** Number at the end of the run; null: it may go on. */
  readonly endedAt: number | null;
}

/** A member of a folder, with the number of its last change. */
export interface NumberedMember {
  readonly id: number;
  readonly name: string;
  readonly isFolder: 0 | 1;
  /** 0: none since the numbers began. */
  readonly number: number;
}

/** The place of an entry in an earlier state. */
export interface PlaceThen {
  readonly entryId: number;
  /** Null for a root, and in the trash. */
  readonly folderId: number | null;
  readonly name: string;
  readonly isFolder: 0 | 1;
}

/** Reads the tree of now and of earlier states, from the database or from a snapshot of it (migration 0035). */
export class TreeHistory {
  readonly #clock: Statement<[], TreeClock>;
  readonly #run: Statement<[number], Run>;
  readonly #members: Statement<[number, string, number], NumberedMember & { readonly nameKey: string }>;
  readonly #numberOf: Statement<[number], { number: number }>;
  readonly #placesOf: Statement<[string, number], PlaceThen>;
  readonly #leftFolder: Statement<[number, number, number, number], { readonly id: number }>;

  constructor(connection: Pick<Database, 'prepare'>) {
    this.#clock = connection.prepare(
      `SELECT number, forgotten, (SELECT coalesce(max(id), 0) FROM entries) AS lastId,
         (SELECT max(id) FROM tree_runs) AS runId FROM tree_clock`,
    );
    this.#run = connection.prepare(
      `SELECT secret, (SELECT began FROM tree_runs WHERE id > r.id ORDER BY id LIMIT 1) AS endedAt
       FROM tree_runs r WHERE id = ?`,
    );
    this.#members = connection.prepare(
      `SELECT e.id, e.name, e.name_key AS nameKey, e.is_folder AS isFolder, coalesce(n.number, 0) AS number
       FROM entries e LEFT JOIN tree_numbers n ON n.entry_id = e.id
       WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
    this.#numberOf = connection.prepare('SELECT number FROM tree_numbers WHERE entry_id = ?');
    this.#placesOf = connection.prepare(
      `SELECT d.entry_id AS entryId, d.folder_id AS folderId, d.name, d.is_folder AS isFolder
       FROM json_each(?) asked JOIN tree_departures d ON d.id = (SELECT id FROM tree_departures
         WHERE entry_id = asked.value AND number >= ? ORDER BY number, id LIMIT 1)`,
    );
    this.#leftFolder = connection.prepare(
      `SELECT DISTINCT entry_id AS id FROM tree_departures
       WHERE folder_id = ? AND number >= ? AND entry_id > ? ORDER BY entry_id LIMIT ?`,
    );
  }

  /** The newest state; undefined before the numbers begin. */
  clock(): TreeClock | undefined {
    return this.#clock.get();
  }

  /** Undefined for an unknown run. */
  run(id: number): Run | undefined {
    return this.#run.get(id);
  }

  /**
   * A slice of the members that a folder has now, by name.
   * @param after `last` of the previous slice; '' for the first slice
   * @returns `last`: undefined after the last slice
   */
  members(
    folderId: number,
    after: string,
    limit: number,
  ): { readonly members: readonly NumberedMember[]; readonly last: string | undefined } {
    const members = this.#members.all(folderId, after, limit);
    return { members, last: members.length < limit ? undefined : members.at(-1)?.nameKey };
  }

  /** Number of the last change of an entry, and of anything beneath it; 0: none since the numbers began. */
  numberOf(entryId: number): number {
    return this.#numberOf.get(entryId)?.number ?? 0;
  }

  /** The places that these entries had in a state, by id; only of those that have left them since. */
  placesOf(ids: readonly number[], { number }: TreeState): ReadonlyMap<number, PlaceThen> {
    const places = this.#placesOf.all(JSON.stringify(ids), number);
    return new Map(places.map((place) => [place.entryId, place]));
  }

  /**
   * A slice of the ids of entries that have left a folder, or a name in it, since a state; ascending.
   * @param after the last id of the previous slice; 0 for the first slice
   */
  leftFolder(folderId: number, { number }: TreeState, after: number, limit: number): number[] {
    return this.#leftFolder.all(folderId, number, after, limit).map(({ id }) => id);
  }
}
