import type { Document } from '../../../model/entries/entry.ts';
import { isTemporaryPath } from '../../../model/entries/names.ts';
import { DELETE, UPDATE } from '../../../model/entries/permissions.ts';
import { forbidden } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import { type AuthorisedEntry, assertPermissions, namesOf } from '../../access/access.ts';
import { isMounted, type RequestedEntry } from '../../browse/browse.ts';
import type { WriteLocks } from '../../locks/locks.ts';
import {
  type Destination,
  type Prepared,
  type Relocation,
  type Target,
  type Targets,
  type Trash,
} from '../../placement/placement.ts';
import { documentOf, type Replacement, type VacatedNames } from '../../safe-save/safe-save.ts';
import {
  assertDifferent,
  assertNotNested,
  assertOwn,
  assertReplacesOwn,
  outcomeOf,
  replacedDocument,
} from './overwrite-rules.ts';
import type { Renaming } from './renaming.ts';
import type { MoveOptions, RelocationResult } from './write-options.ts';

interface Dependencies {
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  readonly renaming: Renaming;
  readonly replacement: Replacement;
  readonly targets: Targets;
  readonly trash: Trash;
  readonly vacatedNames: VacatedNames;
}

/** Moves entries. Runs inside the caller's transaction. */
export class Moving {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Moves an entry to a target. A document that is moved onto a document, or to a name that another document has
   * vacated, may become the next version of that document (docs/build/webdav-clients.md, rules 1 to 3). Any other entry
   * at the target is removed.
   * @param source entry that the user may read
   * @param prepared result of {@link LargeChanges}, if the move needs one
   * @returns the id of the entry at the target: the moved entry, or the document with the new version
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing |
   * quota_exceeded
   */
  move(
    source: RequestedEntry,
    target: Target,
    options: MoveOptions,
    prepared: Prepared,
  ): { outcome: RelocationResult['outcome']; id: number } {
    const { replacement, targets } = this.#deps;
    const destination = targets.find(source.user, target, source.entry.id);
    options.expect?.(source.entry, source.entry.parentId ?? 0);
    const newName = newNameInPlace(source, destination);
    if (newName !== undefined) return this.#renameInPlace(source, destination, newName, options);
    assertOwn(source, options);
    assertDifferent(source, destination, options);
    const outcome = outcomeOf(destination, options);
    // At a temporary-looking name there is no history worth continuing: the file there is replaced.
    const replaced = isTemporary(destination) ? undefined : replacedDocument(source, destination);
    assertReplacesOwn(destination, replaced, options);
    this.#authorise(source, destination, replaced !== undefined);
    const sourceDocument = documentOf(source);
    const document =
      replaced ?? (sourceDocument && source.from && this.#putBack(sourceDocument, destination));
    if (!sourceDocument || !document) return { outcome, id: this.#moveItself(source, destination, prepared) };
    replacement.move(sourceDocument, document);
    return { outcome, id: document.entry.id };
  }

  #renameInPlace(
    source: RequestedEntry,
    destination: Destination,
    newName: string,
    options: MoveOptions,
  ): { outcome: RelocationResult['outcome']; id: number } {
    const { renaming, replacement } = this.#deps;
    const { existing } = destination;
    const replaced = existing?.entry.id === source.entry.id ? undefined : existing;
    const outcome = replaced ? outcomeOf(destination, options) : 'created';
    if (options.isOwnView !== true || !isMounted(source)) assertPermissions(source, UPDATE);
    renaming.rename(source, newName, source.from);
    if (replaced) replacement.removeReplaced(replaced, source);
    return { outcome, id: source.entry.id };
  }

  #authorise(source: AuthorisedEntry, destination: Destination, addsVersion: boolean): void {
    const { user, entry, entryAccess } = source;
    if (entry.rootKind !== null) throw forbidden(message('root_fixed', { name: entry.name }));
    assertNotNested(source, destination);
    const { folder } = destination;
    const isSameFolder = folder.entry.id === entry.parentId;
    assertPermissions(source, isSameFolder && !addsVersion ? UPDATE : DELETE);
    if (!isSameFolder && !addsVersion) this.#deps.targets.authoriseNewEntry(folder);
    this.#deps.locks.assertMovable(user, entryAccess);
  }

  /**
   * Puts back the document whose history the moved document continues (docs/build/webdav-clients.md, rules 2 and 3).
   */
  #putBack(
    source: AuthorisedEntry<Document>,
    destination: Destination,
  ): AuthorisedEntry<Document> | undefined {
    return destination.existing ? undefined : this.#deps.replacement.putBackForMove(source, destination);
  }

  /** @returns the id of the entry at the destination */
  #moveItself(source: RequestedEntry, destination: Destination, prepared: Prepared): number {
    const { locks, relocation, replacement, vacatedNames } = this.#deps;
    const { existing, folder, name } = destination;
    locks.endWithin(source.entry.id);
    if (existing) replacement.removeReplaced(existing, source);
    if (takesAway(source, folder)) return this.#takeAway(source, destination, prepared);
    const document = documentOf(source);
    if (document) vacatedNames.noteMove(document, namesFrom(destination), source.from);
    relocation.move(source, folder, name, prepared);
    return source.entry.id;
  }

  /** Gives the user a copy, and moves the original with its history to the trash, where its owner finds it. */
  #takeAway(source: RequestedEntry, destination: Destination, prepared: Prepared): number {
    const { relocation, trash, vacatedNames } = this.#deps;
    const { folder, name } = destination;
    const document = documentOf(source);
    const id =
      document && isTemporary(destination)
        ? relocation.copyPlain(document, folder, name)
        : relocation.copy(source, folder, name, prepared, { removesSource: true });
    trash.discard(source);
    if (document && source.from) vacatedNames.noteDeletion(document, source.from);
    return id;
  }
}

/**
 * True if a user moves an entry out of another user's home, or out of a system folder without being an administrator.
 * The original must not leave with them: in their own home they could delete it permanently.
 */
function takesAway(
  { user, entryAccess }: AuthorisedEntry,
  { entryAccess: target }: AuthorisedEntry,
): boolean {
  const { ownerId } = entryAccess;
  const isOwn = ownerId === null ? user.isAdmin : ownerId === user.userId;
  return !isOwn && target.ownerId !== ownerId;
}

/**
 * The new name, if a WebDAV client only renames the entry within the folder where the user sees it; else undefined.
 * There are two cases:
 *
 * - The new name is another spelling of the same name, such as NFD instead of NFC.
 * - The entry is shared and the user sees it at their mount root. Only the user's own name for it changes. If an entry
 *   of their home has the new name, that entry is removed. The shared entry does not move into the user's home: its
 *   owner would lose it.
 */
function newNameInPlace(source: RequestedEntry, { existing, visible }: Destination): string | undefined {
  const { entry, from } = source;
  if (from === undefined || visible.folderId !== from.folderId) return undefined;
  if (existing?.entry.id === entry.id) return visible.name === from.name ? undefined : visible.name;
  const isFreeOrOwn = existing === undefined || existing.entry.parentId === from.folderId;
  return isMounted(source) && isFreeOrOwn ? visible.name : undefined;
}

/** Names from the destination up to its root. */
function namesFrom({ folder, name }: Destination): string[] {
  return [name, ...namesOf(folder.entryAccess)];
}

function isTemporary(destination: Destination): boolean {
  return isTemporaryPath(namesFrom(destination));
}
