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
  readonly #memberFolders: Statement<[number], { id: number }>;
  readonly #sizeOfMembers: Statement<[number], { bytes: number }>;

  constructor(database: Database) {
    this.#epoch = database.prepare('SELECT epoch FROM tree_clock WHERE id = 1');
    this.#begin = database.prepare(
      'INSERT INTO tree_clock (id, epoch, number) VALUES (1, ?, 0) ON CONFLICT (id) DO NOTHING',
    );
    this.#beginRun = database.prepare(
      'INSERT INTO tree_runs (secret, began) SELECT randomblob(32), 0 WHERE NOT EXISTS (SELECT 1 FROM tree_runs)',
    );
    this.#of = database.prepare('SELECT number FROM tree_numbers WHERE entry_id = ?');
    this.#memberFolders = database.prepare('SELECT id FROM entries WHERE parent_id = ? AND is_folder = 1');
    this.#sizeOfMembers = database.prepare(
      `SELECT coalesce(sum(v.size_bytes), 0) AS bytes FROM entries e JOIN documents d ON d.entry_id = e.id
       JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version WHERE e.parent_id = ?`,
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

  /** Ids of the folders that are members of a folder. */
  memberFolders(folderId: number): readonly number[] {
    return this.#memberFolders.all(folderId).map(({ id }) => id);
  }

  /** Total size of the documents that are members of a folder, in bytes. */
  sizeOfMembers(folderId: number): number {
    return this.#sizeOfMembers.get(folderId)?.bytes ?? 0;
  }
}
