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

/** Gives entries another name in their folder. It runs inside the caller's transaction. */
export class Renaming {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * @param reached with the right to update
   * @param from the name by which a WebDAV client knows the entry
   * @throws {DmsError} forbidden | locked | invalid (name) | name_taken
   */
  rename(reached: Reached, name: string, from?: VisibleName): void {
    const { user, entry, standing } = reached;
    const { locks, relocation, vacatedNames } = this.#parts;
    assertName(name);
    if (name === entry.name) return;
    assertRoot(entry, user);
    locks.assertMovable(user, standing);
    const same = this.#sibling(entry, name);
    if (same && same.id !== entry.id) throw nameTaken(name);
    if (nameKey(name) !== nameKey(entry.name)) locks.endWithin(entry.id);
    const document = documentOf(reached);
    if (document) vacatedNames.noteMove(document, [name, ...namesOf(standing).slice(1)], from);
    relocation.rename(user, entry, name);
  }

  #sibling({ parentId }: Entry, name: string): Entry | undefined {
    const { entries } = this.#context.tables;
    return parentId === null ? entries.findSystem(name) : entries.findChild(parentId, name);
  }
}
