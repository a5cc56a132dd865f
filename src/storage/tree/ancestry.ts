import type { RootKind } from '../../model/entry.ts';
import { Cache } from '../cache.ts';
import type { Database, Statement } from '../database.ts';

/** An entry on the way up to a root. */
export interface Ancestor {
  readonly id: number;
  readonly name: string;
  readonly rootKind: RootKind | null;
  readonly ownerId: number | null;
}

/** Folders whose ways up are remembered. */
const REMEMBERED = 20_000;

interface Row {
  id: number;
  name: string;
  parent_id: number | null;
  root_kind: RootKind | null;
  owner_id: number | null;
}

/** The ways up. */
export class Ancestry {
  readonly #find: Statement<[number], Row>;
  readonly #folders: Cache<number, readonly Ancestor[]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      'SELECT id, name, parent_id, root_kind, owner_id FROM entries WHERE id = ?',
    );
    this.#folders = new Cache(() => database.structure, REMEMBERED);
  }

  /** From the entry itself up to its root; empty when there is no such entry. */
  list(entryId: number): readonly Ancestor[] {
    const row = this.#find.get(entryId);
    return row
      ? this.from({
          id: row.id,
          name: row.name,
          parentId: row.parent_id,
          rootKind: row.root_kind,
          ownerId: row.owner_id,
        })
      : [];
  }

  /** As {@link Ancestry.list}, for an entry that has been read already. */
  from(entry: Ancestor & { readonly parentId: number | null }): readonly Ancestor[] {
    const { id, name, rootKind, ownerId, parentId } = entry;
    return [{ id, name, rootKind, ownerId }, ...(parentId === null ? [] : this.#above(parentId))];
  }

  #above(folderId: number): readonly Ancestor[] {
    const known = this.#folders.get(folderId);
    if (known) return known;
    const way = this.list(folderId);
    this.#folders.set(folderId, way);
    return way;
  }
}
