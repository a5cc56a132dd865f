import type { Usage } from '../../../model/people/user.ts';
import type { Database, Statement } from '../../database/database.ts';
import { countedDetailBytes } from '../../detail-bytes.ts';

/** An entry that no user can reach any more. It will be deleted with all its descendants. */
export interface Erasure {
  readonly entryId: number;
  /** The user whose quota the entries count against until they are deleted; null for none. */
  readonly ownerId: number | null;
  /**
   * The former folder of the entry; null if that folder no longer exists. Entries that were deleted from the entry
   * earlier are restored there.
   */
  readonly parentId: number | null;
}

interface Row {
  entry_id: number;
  owner_id: number | null;
  parent_id: number | null;
}

const COLUMNS = 'entry_id, owner_id, parent_id';

/** Permanently deletes entries in small steps. */
export class ErasureTable {
  readonly #find: Statement<[number], Row>;
  readonly #list: Statement<[], Row>;
  readonly #insert: Statement<[number, number | null, number | null]>;
  readonly #delete: Statement<[number]>;
  readonly #findFolder: Statement<[number], { id: number }>;
  readonly #listDocuments: Statement<[number, number], { id: number }>;
  readonly #versionsOf: Statement<[number, number], { versions: number; bytes: number }>;
  readonly #deleteVersions: Statement<[{ id: number; limit: number }], number>;
  readonly #redirectTrash: Statement<[number | null, number, number]>;
  readonly #countedDetailBytes: Statement<[{ id: number }], number>;
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
      `SELECT count(*) AS versions, coalesce(sum(size_bytes), 0) AS bytes
       FROM (SELECT size_bytes FROM versions WHERE document_id = ? LIMIT ?)`,
    );
    // The schema requires a head for each document.
    this.#deleteVersions = database
      .prepare<[{ id: number; limit: number }], number>(
        `DELETE FROM versions WHERE document_id = :id AND number IN (
           SELECT number FROM versions
           WHERE document_id = :id AND number <> (SELECT version FROM documents WHERE entry_id = :id)
           ORDER BY number LIMIT :limit)
         RETURNING size_bytes`,
      )
      .pluck();
    this.#redirectTrash = database.prepare(
      `UPDATE trash SET parent_id = ?
       WHERE entry_id IN (SELECT entry_id FROM trash WHERE parent_id = ? LIMIT ?)`,
    );
    this.#countedDetailBytes = database
      .prepare<[{ id: number }], number>(`SELECT ${countedDetailBytes(':id')}`)
      .pluck();
    this.#deleteEntry = database.prepare('DELETE FROM entries WHERE id = ?');
  }

  find(entryId: number): Erasure | undefined {
    const row = this.#find.get(entryId);
    return row && erasureFrom(row);
  }

  list(): Erasure[] {
    return this.#list.all().map(erasureFrom);
  }

  /** Deleting the entry also deletes the record. */
  insert({ entryId, ownerId, parentId }: Erasure): void {
    this.#insert.run(entryId, ownerId, parentId);
  }

  /** Deletes the record and keeps the entry, for a copy that is complete. */
  delete(entryId: number): void {
    this.#delete.run(entryId);
  }

  /**
   * Deletes entries of an erasure, deepest first and the entry itself last, until at least `limit` rows are deleted.
   * Entries and versions count as rows; for a document with too many versions, only some of these are deleted. Entries
   * that were deleted from them earlier get the nearest remaining folder as their former folder, and count as rows too.
   * Housekeeping deletes contents that no version uses.
   * @returns deleted entries and bytes; `rows`: number of rows counted against `limit`
   */
  deleteSome({ entryId, parentId }: Erasure, limit: number): Usage & { readonly rows: number } {
    const path = [entryId];
    const step: Step = { entries: 0, bytes: 0, left: limit };
    for (let id = path.at(-1); id !== undefined && step.left > 0; id = path.at(-1)) {
      const folder = this.#findFolder.get(id);
      if (folder) {
        path.push(folder.id);
        continue;
      }
      for (const document of this.#listDocuments.all(id, step.left))
        if (step.left > 0) this.#deleteOne(document.id, step);
      if (step.left > 0) step.left -= this.#redirectTrash.run(path.at(-2) ?? parentId, id, step.left).changes;
      if (step.left > 0) this.#deleteOne(id, step);
      path.pop();
    }
    return { entries: step.entries, bytes: step.bytes, rows: limit - step.left };
  }

  /** Deletes an entry without members, or some of its versions if there are too many. */
  #deleteOne(id: number, step: Step): void {
    const { versions, bytes } = this.#versionsOf.get(id, step.left + 1) ?? { versions: 0, bytes: 0 };
    if (versions > step.left) {
      for (const size of this.#deleteVersions.all({ id, limit: step.left })) step.bytes += size;
      step.left = 0;
      return;
    }
    step.bytes += bytes + (this.#countedDetailBytes.get({ id }) ?? 0);
    this.#deleteEntry.run(id);
    step.entries += 1;
    step.left -= 1 + versions;
  }
}

/** Deleted entries and bytes, and the remaining rows of the step. */
interface Step {
  entries: number;
  bytes: number;
  left: number;
}

function erasureFrom(row: Row): Erasure {
  return { entryId: row.entry_id, ownerId: row.owner_id, parentId: row.parent_id };
}
