import type { Entry } from '../../../model/entries/entry.ts';
import { isTemporaryPath, nameKey } from '../../../model/entries/names.ts';
import { DmsError, forbidden } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { VisibleName } from '../../../storage/tree/tree.ts';
import { type Access, type AuthorisedEntry, namesOf } from '../../access/access.ts';
import { isMounted, type MountRoot } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import type { WriteLocks } from '../../locks/locks.ts';
import { assertName, assertRoot, nameTaken, type Relocation } from '../../placement/placement.ts';
import { documentOf, type VacatedNames } from '../../safe-save/safe-save.ts';

interface Dependencies {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly relocation: Relocation;
  readonly vacatedNames: VacatedNames;
}

/** Renames entries within their folder. Runs inside the caller's transaction. */
export class Renaming {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Renames an entry. If the new name is another spelling of the old one (equal in NFC), the entry keeps its locks. A
   * user who may not read the folder of the entry must not learn which names it has, so they cannot rename the entry
   * there. Over WebDAV, they change their own name for the entry at their mount root.
   * @param authorised entry that the user may update
   * @param from the name by which a WebDAV client knows the entry; undefined for REST
   * @throws {DmsError} forbidden | locked | invalid (name) | name_taken
   */
  rename(authorised: AuthorisedEntry, name: string, from?: VisibleName): void {
    const { user, entry, entryAccess } = authorised;
    const { access, locks, mountRoot, relocation, vacatedNames } = this.#deps;
    assertName(name);
    if (from && isMounted({ entry, from }) && mountRoot.nameOf(user, entry.id) !== undefined) {
      this.#renameAtMountRoot(authorised, name, from);
      return;
    }
    if (name === entry.name) return;
    assertRoot(entry, user);
    if (entry.parentId !== null && !access.readsParent(user, entryAccess))
      throw forbidden(message('may_not_rename', { name: entry.name }), entry);
    locks.assertMovable(user, entryAccess);
    const holder = this.#findSibling(authorised, name);
    if (holder && holder.id !== entry.id) throw nameTaken(name);
    if (nameKey(name) !== nameKey(entry.name)) locks.endWithin(entry.id);
    const document = documentOf(authorised);
    if (document) vacatedNames.noteMove(document, [name, ...namesOf(entryAccess).slice(1)], from);
    relocation.rename(user, entry, name);
  }

  /**
   * Precondition of a rename or deletion: the entry still has the name by which the caller knows it, in its folder or
   * at the user's mount root.
   * @throws {DmsError} precondition_failed
   */
  assertNamed({ user, entry }: AuthorisedEntry, name: string): void {
    if (name === entry.name || name === this.#deps.mountRoot.nameOf(user, entry.id)) return;
    throw new DmsError('precondition_failed', message('renamed_meanwhile', { name: entry.name }));
  }

  /** Records no activity, because the entry itself does not change. */
  #renameAtMountRoot(authorised: AuthorisedEntry, name: string, from: VisibleName): void {
    const { user, entry, entryAccess } = authorised;
    const { locks, mountRoot, vacatedNames } = this.#deps;
    locks.assertMovable(user, entryAccess);
    if (nameKey(name) !== nameKey(from.name)) locks.endWithin(entry.id);
    const document = documentOf(authorised);
    if (document && isTemporaryPath([name])) vacatedNames.noteMove(document, [name], from);
    mountRoot.rename(user, entry.id, name);
  }

  #findSibling({ user, entry: { parentId } }: AuthorisedEntry, name: string): Entry | undefined {
    const { entries } = this.#context.tables;
    if (parentId === null) return entries.findSystem(name);
    const mounted = parentId === user.homeId ? this.#deps.mountRoot.find(user, name) : undefined;
    return entries.findChild(parentId, name) ?? mounted?.entry;
  }
}
