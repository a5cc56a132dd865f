import type { Document } from '../../model/entries/entry.ts';
import { isTemporaryPath } from '../../model/entries/names.ts';
import { allows, CREATE, READ, UPDATE } from '../../model/entries/permissions.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { VacatedName, VisibleName } from '../../storage/tree/tree.ts';
import { type Access, type AuthorisedEntry, type EntryAccess, namesOf } from '../access/access.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Relocation } from '../placement/placement.ts';

/** Kinds of departure (move, deletion) after which new content at the vacated name continues the history. */
export interface ContinuationRule {
  /** The document was moved to a temporary-looking name (rule 2). */
  readonly afterMove: boolean;
  /** The document was deleted (rule 3). */
  readonly afterDeletion: boolean;
  /**
   * Id of the document that is moved to the vacated name; undefined for an upload or a copy. A document that moves back
   * to a name that it vacated itself continues no history.
   */
  readonly sourceId?: number;
}

interface Dependencies {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly relocation: Relocation;
  /** Time that a vacated name is remembered, in milliseconds; 0: not at all. */
  readonly windowMs: number;
}

/** Current location of a document that vacated a name. */
interface CurrentLocation {
  /** The user's access at the temporary-looking name; undefined if the document is in the trash. */
  readonly temporary: EntryAccess | undefined;
  /** User whose quota the document counts against; null in system folders, which have no quota. */
  readonly ownerId: number | null;
}

/**
 * Remembers which document a user moved or deleted from which name. If the same user creates that name again within the
 * window, the document is put back there with its id and history (docs/build/webdav-clients.md, rules 2 and 3).
 *
 * Runs inside the caller's transaction.
 */
export class VacatedNames {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Must be called before each move or rename of a document. Remembers a move from an ordinary name to a
   * temporary-looking one (rule 2). A move to an ordinary name deletes the names that the document vacated.
   * @param to names from the new name up to the root
   * @param from the name by which a WebDAV client knows the document; undefined for REST
   */
  noteMove(source: AuthorisedEntry<Document>, to: readonly string[], from: VisibleName | undefined): void {
    if (!isTemporaryPath(to)) {
      this.#context.tables.vacatedNames.deleteDocument(source.entry.id);
    } else if (from !== undefined) this.#note(source, from, false);
  }

  /** Must be called after a WebDAV client has deleted a document at the name `from` (rule 3). */
  noteDeletion(source: AuthorisedEntry<Document>, from: VisibleName): void {
    this.#note(source, from, true);
  }

  /**
   * True for a document with one version, created within the window. A program may have created it only to replace
   * another document.
   */
  isFresh({ id, createdAt }: Document): boolean {
    return (
      this.#context.now() - createdAt < this.#deps.windowMs && this.#context.tables.versions.count(id) === 1
    );
  }

  /**
   * Puts the document that the user moved or deleted from a name back at that name, if `rule` lets new content continue
   * its history. The caller then adds that content as the next version. If the document was at a temporary-looking
   * name, a copy without history stays there.
   * @param visible a free name in a folder in which the user may create entries
   * @returns undefined if no document is put back: the caller creates a new one
   * @throws {DmsError} locked | quota_exceeded
   */
  putDocumentBack(
    user: UserActor,
    visible: VisibleName,
    rule: ContinuationRule,
  ): AuthorisedEntry<Document> | undefined {
    const vacated = this.#context.tables.vacatedNames.find(user.userId, visible);
    if (!vacated || vacated.vacatedAt <= this.#context.now() - this.#deps.windowMs) return undefined;
    if (vacated.documentId === rule.sourceId) return undefined;
    if (!(vacated.isDeletion ? rule.afterDeletion : rule.afterMove)) return undefined;
    const document = this.#context.tables.entries.find(vacated.documentId);
    if (document?.kind !== 'file') return undefined;
    const isAtMountRoot = document.parentId === vacated.parentId && visible.folderId !== vacated.parentId;
    return isAtMountRoot
      ? this.#putNameBack(user, document, visible)
      : this.#putBack(user, document, vacated, visible);
  }

  /**
   * As {@link VacatedNames.putDocumentBack}, for a shared document that is stored elsewhere and got a temporary-looking
   * name only at the user's mount root.
   */
  #putNameBack(
    user: UserActor,
    document: Document,
    visible: VisibleName,
  ): AuthorisedEntry<Document> | undefined {
    const { access, locks, mountRoot, relocation } = this.#deps;
    const entryAccess = access.accessTo(user, document);
    const aside = mountRoot.nameOf(user, document.id);
    if (!entryAccess || !allows(entryAccess.permissions, READ | UPDATE)) return undefined;
    if (aside === undefined || !isTemporaryPath([aside])) return undefined;
    const home = access.folder(user, visible.folderId, READ, 'write');
    mountRoot.rename(user, document.id, visible.name);
    const copyId = relocation.copyPlain({ user, entry: { ...document, name: aside }, entryAccess }, home);
    locks.handOver(document.id, copyId, user.userId);
    // Other users still see the document under its own name, and may have locked it there.
    locks.assertWritable(user, entryAccess);
    return { user, entry: document, entryAccess };
  }

  #putBack(
    user: UserActor,
    document: Document,
    vacated: VacatedName,
    visible: VisibleName,
  ): AuthorisedEntry<Document> | undefined {
    const { access, locks, relocation } = this.#deps;
    const { ancestry, entries, trash, vacatedNames } = this.#context.tables;
    const { parentId, name } = vacated;
    const current = this.#currentLocation(user, document, vacated);
    const former = access.accessTo(user, { ...document, parentId, rootKind: null });
    if (!current || !former) return undefined;
    if (!allows(former.permissions, READ | UPDATE)) return undefined;
    if (entries.findChildId(parentId, name) !== undefined) return undefined;
    locks.assertWritable(user, { ...former, lineage: former.lineage.slice(1) });
    locks.assertNotFrozen({ lineage: ancestry.from(document) });
    // The recipient of a share on the document itself may have moved it into their home. Its bytes count there.
    relocation.transferUsage(document, current.ownerId, former.ownerId);
    relocation.setLocation(user, document, parentId, name);
    vacatedNames.deleteDocument(document.id);
    trash.delete(document.id);
    if (current.temporary)
      this.#leaveCopy({ user, entry: document, entryAccess: current.temporary }, visible.folderId);
    const moved = entries.find(document.id);
    if (moved?.kind !== 'file')
      throw new Error(`document ${String(document.id)} vanished while it was put back`);
    return access.authorise(user, moved);
  }

  /**
   * The client expects the file to stay at the name that looks temporary (docs/build/webdav-clients.md, rule 2). A user
   * who may not read the folder of that name saw the document at the mount root, so the copy goes there.
   */
  #leaveCopy(document: AuthorisedEntry<Document>, visibleFolderId: number): void {
    const { user, entry } = document;
    const { access, locks, relocation } = this.#deps;
    const { entries } = this.#context.tables;
    for (const id of [entry.parentId, visibleFolderId]) {
      const folder = id === null ? undefined : entries.find(id);
      const entryAccess = folder && access.accessTo(user, folder);
      const wanted = folder?.id === entry.parentId ? READ : READ | CREATE;
      if (folder?.kind !== 'folder' || !entryAccess || !allows(entryAccess.permissions, wanted)) continue;
      if (entries.findChildId(folder.id, entry.name) !== undefined) continue;
      locks.handOver(entry.id, relocation.copyPlain(document, { user, entry: folder, entryAccess }));
      return;
    }
  }

  /**
   * Undefined unless the document is still where the user left it (in the trash, or at a temporary-looking name), and
   * the user may still change it there. For the trash, this means that the same user deleted it.
   */
  #currentLocation(
    user: UserActor,
    document: Document,
    { isDeletion }: VacatedName,
  ): CurrentLocation | undefined {
    const { access } = this.#deps;
    const { ancestry, trash } = this.#context.tables;
    const root = ancestry.from(document).at(-1);
    if (root?.rootKind === 'trash') {
      const deletion = trash.find(root.id);
      return deletion?.deletedBy === user.userId
        ? { temporary: undefined, ownerId: deletion.ownerId }
        : undefined;
    }
    const entryAccess = access.accessTo(user, document);
    if (isDeletion || !entryAccess || !isTemporaryPath(namesOf(entryAccess))) return undefined;
    return allows(entryAccess.permissions, UPDATE)
      ? { temporary: entryAccess, ownerId: entryAccess.ownerId }
      : undefined;
  }

  /** Ignores temporary-looking names: vim's second `doc~` must not continue the first. */
  #note(
    { user, entry, entryAccess }: AuthorisedEntry<Document>,
    from: VisibleName,
    isDeletion: boolean,
  ): void {
    const { id: documentId, parentId, name } = entry;
    const path = parentId === from.folderId ? namesOf(entryAccess) : [from.name];
    if (this.#deps.windowMs === 0 || parentId === null || isTemporaryPath(path)) return;
    const vacatedAt = this.#context.now();
    this.#context.tables.vacatedNames.upsert(user.userId, from, {
      documentId,
      parentId,
      name,
      isDeletion,
      vacatedAt,
    });
  }
}
