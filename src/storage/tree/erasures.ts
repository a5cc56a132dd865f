import type { Usage } from '../../model/user.ts';
import type { Database, Statement } from '../database.ts';

/** An entry that is out of everybody's reach, to be deleted with all beneath it. */
export interface Erasure {
  readonly entryId: number;
  /** The user whose limits the entries count against until they are deleted; null: none. */
  readonly ownerId: number | null;
  /**
   * The folder that the entry was in; null: none that is left. What was deleted from the entry before is restored
   * there.
   */
  readonly parentId: number | null;
}

interface Row {
  entry_id: number;
  owner_id: number | null;
  parent_id: number | null;
}

const COLUMNS = 'entry_id, owner_id, parent_id';

/** Deletes entries for good, a few at a time. */
export class ErasureTable {
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[], Row>;
  readonly #insert: Statement<[number, number | null, number | null]>;
  readonly #delete: Statement<[number]>;
  readonly #findFolder: Statement<[number], { id: number }>;
  readonly #listDocuments: Statement<[number, number], { id: number }>;
  readonly #versionsOf: Statement<[number], { versions: number; bytes: number }>;
  readonly #redirectTrash: Statement<[number | null, number]>;
  readonly #deleteEntry: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM erasures WHERE entry_id = ?`);
    this.#list = database.prepare(`SELECT ${COLUMNS} FROM erasures`);
    this.#insert = database.prepare(`INSERT INTO erasures (${COLUMNS}) VALUES (?, ?, ?)`);
    this.#delete = database.prepare('DELETE FROM erasures WHERE entry_id = ?');
    this.#findFolder = database.prepare(
      'SELECT id FROM entries WHERE parent_id = ? AND is_folder = 1 LIMIT 1',
    );
    this.#listDocuments = database.prepare(
      'SELECT id FROM entries WHERE parent_id = ? AND is_folder = 0 LIMIT ?',
    );
    this.#versionsOf = database.prepare(
      'SELECT count(*) AS versions, coalesce(sum(size_bytes), 0) AS bytes FROM versions WHERE document_id = ?',
    );
    this.#redirectTrash = database.prepare('UPDATE trash SET parent_id = ? WHERE parent_id = ?');
    this.#deleteEntry = database.prepare('DELETE FROM entries WHERE id = ?');
  }

  find(entryId: number): Erasure | undefined {
    const row = this.#find.get(entryId);
    return row && erasureFrom(row);
  }

  list(): Erasure[] {
    return this.#list.all().map(erasureFrom);
  }

  /** The record goes with the entry. */
  insert({ entryId, ownerId, parentId }: Erasure): void {
    this.#insert.run(entryId, ownerId, parentId);
  }

  /** The entry stays: a copy that has become whole. */
  delete(entryId: number): void {
    this.#delete.run(entryId);
  }

  /**
   * Deletes entries of an erasure, the deepest ones first, the entry itself last, until with their versions they are
   * at least `limit`. Entries that were deleted from them before get the nearest folder that is left as their former
   * folder. Housekeeping deletes contents that no version has any more.
   * @returns what was deleted
   */
  deleteSome({ entryId, parentId }: Erasure, limit: number): Usage {
    const path = [entryId];
    const deleted = { entries: 0, versions: 0, bytes: 0 };
    const left = () => limit - deleted.entries - deleted.versions;
    for (let id = path.at(-1); id !== undefined && left() > 0; id = path.at(-1)) {
      const folder = this.#findFolder.get(id);
      if (folder) {
        path.push(folder.id);
        continue;
      }
      for (const document of this.#listDocuments.all(id, left()))
        if (left() > 0) this.#deleteOne(document.id, deleted);
      if (left() <= 0) break;
      path.pop();
      this.#redirectTrash.run(path.at(-1) ?? parentId, id);
      this.#deleteOne(id, deleted);
    }
    return { entries: deleted.entries, bytes: deleted.bytes };
  }

  #deleteOne(id: number, deleted: { entries: number; versions: number; bytes: number }): void {
    const { versions, bytes } = this.#versionsOf.get(id) ?? { versions: 0, bytes: 0 };
    this.#deleteEntry.run(id);
    deleted.entries += 1;
    deleted.versions += versions;
    deleted.bytes += bytes;
  }
}

function erasureFrom(row: Row): Erasure {
  return { entryId: row.entry_id, ownerId: row.owner_id, parentId: row.parent_id };
}
