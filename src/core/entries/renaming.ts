import type { Entry } from '../../model/entry.ts';
import { nameKey } from '../../model/names.ts';
import type { VisibleName } from '../../storage/tree/tree.ts';
import { namesOf, type Reached } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import { assertName, assertRoot, nameTaken, type Relocation } from '../placement/placement.ts';
import { documentOf, type VacatedNames } from '../saving/saving.ts';

/** What {@link Renaming} works with. */
interface Parts {
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  readonly vacatedNames: VacatedNames;
}

/** Renames entries within their folder. Runs inside the caller's transaction. */
export class Renaming {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Renames an entry. Another spelling of the same name (equal in NFC) keeps its locks.
   * @param reached with the permission to update
   * @param from the name by which a WebDAV client knows the entry; left out for REST
   * @throws {DmsError} forbidden | locked | invalid (name) | name_taken
   */
  rename(reached: Reached, name: string, from?: VisibleName): void {
    const { user, entry, standing } = reached;
    const { locks, relocation, vacatedNames } = this.#parts;
    assertName(name);
    if (name === entry.name) return;
    assertRoot(entry, user);
    locks.assertMovable(user, standing);
    const holder = this.#findSibling(entry, name);
    if (holder && holder.id !== entry.id) throw nameTaken(name);
    if (nameKey(name) !== nameKey(entry.name)) locks.endWithin(entry.id);
    const document = documentOf(reached);
    if (document) vacatedNames.noteMove(document, [name, ...namesOf(standing).slice(1)], from);
    relocation.rename(user, entry, name);
  }

  #findSibling({ parentId }: Entry, name: string): Entry | undefined {
    const { entries } = this.#context.tables;
    return parentId === null ? entries.findSystem(name) : entries.findChild(parentId, name);
  }
}
