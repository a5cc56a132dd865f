import type { Database, Statement } from '../database/database.ts';

/**
 * Reads the numbers of changes: the number of a folder changes exactly when anything beneath it changes. The database
 * writes them (`storage/database/tree-numbers.ts`).
 */
export class TreeNumberTable {
  readonly #epoch: Statement<[], { epoch: string }>;
  readonly #begin: Statement<[string]>;
  readonly #beginRun: Statement<[]>;
  readonly #of: Statement<[number], { number: number }>;
  readonly #members: Statement<
    [number, string, number],
    { id: number; nameKey: string; bytes: number | null }
  >;

  constructor(database: Database) {
    this.#epoch = database.prepare('SELECT epoch FROM tree_clock WHERE id = 1');
    this.#begin = database.prepare(
      'INSERT INTO tree_clock (id, epoch, number) VALUES (1, ?, 0) ON CONFLICT (id) DO NOTHING',
    );
    this.#beginRun = database.prepare(
      'INSERT INTO tree_runs (secret, began) SELECT randomblob(32), 0 WHERE NOT EXISTS (SELECT 1 FROM tree_runs)',
    );
    this.#of = database.prepare('SELECT number FROM tree_numbers WHERE entry_id = ?');
    this.#members = database.prepare(
      `SELECT e.id, e.name_key AS nameKey, v.size_bytes AS bytes FROM entries e
       LEFT JOIN documents d ON d.entry_id = e.id
       LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version
       WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
  }

  /** Name of the series of numbers; undefined before the numbers begin. */
  epoch(): string | undefined {
    return this.#epoch.get()?.epoch;
  }

  /** Begins to number changes, unless that has happened. Call it inside a transaction. */
  begin(epoch: string): void {
    this.#begin.run(epoch);
    this.#beginRun.run();
  }

  /** Number of the last change of an entry, and of anything beneath it; 0: none since the numbers began. */
  of(entryId: number): number {
    return this.#of.get(entryId)?.number ?? 0;
  }

  /**
   * A slice of the members of a folder, by name: the total size of its documents in bytes, and the ids of its folders.
   * @param after `last` of the previous slice; '' for the first slice
   * @returns `last`: undefined after the last slice
   */
  members(
    folderId: number,
    after: string,
    limit: number,
  ): { readonly bytes: number; readonly folders: readonly number[]; readonly last: string | undefined } {
    const members = this.#members.all(folderId, after, limit);
    const folders = members.filter(({ bytes }) => bytes === null).map(({ id }) => id);
    const size = members.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    return { bytes: size, folders, last: members.length < limit ? undefined : members.at(-1)?.nameKey };
  }
}
