import type { RootKind } from '../../model/entries/entry.ts';
import type { Database, Statement } from '../database/database.ts';
import { StructureCache } from '../database/structure-cache.ts';

/** An entry of a lineage. */
export interface Ancestor {
  readonly id: number;
  readonly name: string;
  /** Null unless the entry is a root. */
  readonly rootKind: RootKind | null;
  /** Owner of the home; null for all other entries. */
  readonly ownerId: number | null;
}

/** An entry with its parent folder; null for a root. */
export type Placed = Ancestor & { readonly parentId: number | null };

/** Number of folders whose lineages are cached. */
const MAX_CACHED_FOLDERS = 20_000;

interface Row {
  id: number;
  name: string;
  parent_id: number | null;
  root_kind: RootKind | null;
  owner_id: number | null;
}

/** Lineages: the entries from an entry up to its root. */
export class Ancestry {
  readonly #find: Statement<[number], Row>;
  readonly #folderLineages: StructureCache<number, readonly Ancestor[]>;

  constructor(database: Pick<Database, 'prepare' | 'structure'>) {
    this.#find = database.prepare(
      'SELECT id, name, parent_id, root_kind, owner_id FROM entries WHERE id = ?',
    );
    this.#folderLineages = new StructureCache(database, MAX_CACHED_FOLDERS);
  }

  /** The lineage of an entry, from the entry itself up to its root; empty if the entry does not exist. */
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

  /** Same as {@link Ancestry.list}, for an entry that the caller has already read. */
  from(entry: Placed): readonly Ancestor[] {
    const { id, name, rootKind, ownerId, parentId } = entry;
    return [{ id, name, rootKind, ownerId }, ...(parentId === null ? [] : this.ofFolder(parentId))];
  }

  /** The lineage of a folder. Cached, so use it for the folders of many entries. */
  ofFolder(folderId: number): readonly Ancestor[] {
    const cached = this.#folderLineages.get(folderId);
    if (cached) return cached;
    const lineage = this.list(folderId);
    this.#folderLineages.set(folderId, lineage);
    return lineage;
  }
}
