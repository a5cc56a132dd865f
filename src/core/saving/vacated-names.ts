import type { UserActor } from '../../model/actor.ts';
import type { Document } from '../../model/entry.ts';
import { isTemporaryPath } from '../../model/names.ts';
import { allows, CREATE, READ, UPDATE } from '../../model/permissions.ts';
import type { VacatedName, VisibleName } from '../../storage/tree/tree.ts';
import { type Access, namesOf, type Reached, type Standing } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Relocation } from '../placement/placement.ts';

/** After which ways of leaving something new is the next content of the document that left. */
export interface ReturnRule {
  readonly afterMove: boolean;
  readonly afterDeletion: boolean;
  /** The new one, where it is a document by itself: that the document itself is moved back succeeds nothing. */
  readonly successorId?: number;
}

/** What {@link VacatedNames} works with. */
interface Parts {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  /** How long a name is remembered, in milliseconds; 0: not at all. */
  readonly windowMs: number;
}

/**
 * Saving by moving or deleting the original first (WEBDAV-NOTES, rules 2 and 3): a document remembers the name that it
 * left, and comes back with its history when the same user soon puts something new there. Within transactions of others.
 */
export class VacatedNames {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * To be told of each document that is moved, before it is.
   * @param to names from the new one upwards
   * @param from the name that a client left by moving it; undefined when nobody saves that way
   */
  noteMove(source: Reached<Document>, to: readonly string[], from: VisibleName | undefined): void {
    if (!isTemporaryPath(to)) {
      this.#context.tables.vacatedNames.deleteDocument(source.entry.id);
    } else if (from !== undefined) this.#note(source, from, false);
  }

  /** To be told of each document that a client has deleted at `from`. */
  noteDeletion(source: Reached<Document>, from: VisibleName): void {
    this.#note(source, from, true);
  }

  /** True for a document that may be there only to be put in another's place. */
  isFresh({ id, createdAt }: Document): boolean {
    return (
      this.#context.now() - createdAt < this.#parts.windowMs && this.#context.tables.versions.count(id) === 1
    );
  }

  /**
   * Brings the document back that the user took away from a place, if something new there is to be its next content.
   * Where it has lain meanwhile a copy without history stays.
   * @param place a free name in a folder into which the user may put something
   * @returns undefined when there is none
   * @throws {DmsError} locked | quota_exceeded
   */
  bringBack(user: UserActor, place: VisibleName, succession: ReturnRule): Reached<Document> | undefined {
    const departure = this.#context.tables.vacatedNames.find(user.userId, place);
    if (!departure || departure.vacatedAt <= this.#context.now() - this.#parts.windowMs) return undefined;
    if (departure.documentId === succession.successorId) return undefined;
    if (!(departure.isDeletion ? succession.afterDeletion : succession.afterMove)) return undefined;
    const document = this.#context.tables.entries.find(departure.documentId);
    return document?.kind === 'file' ? this.#return(user, document, departure, place) : undefined;
  }

  #return(
    user: UserActor,
    document: Document,
    departure: VacatedName,
    place: VisibleName,
  ): Reached<Document> | undefined {
    const { access, locks, relocation } = this.#parts;
    const { entries, trash, vacatedNames } = this.#context.tables;
    const { parentId, name } = departure;
    const meanwhile = this.#meanwhile(user, document, departure);
    const home = access.standing(user, { ...document, parentId, rootKind: null });
    if (!meanwhile || !home) return undefined;
    if (!allows(home.permissions, READ | UPDATE)) return undefined;
    if (entries.findChildId(parentId, name) !== undefined) return undefined;
    locks.assertWritable(user, { ...home, lineage: home.lineage.slice(1) });
    // A document shared by itself goes through the home of the user who saves it, and back.
    relocation.transferUsage(document.id, meanwhile.ownerId, home.ownerId);
    relocation.place(user, document, parentId, name);
    vacatedNames.deleteDocument(document.id);
    trash.delete(document.id);
    if (meanwhile.temporary)
      this.#leaveCopy({ user, entry: document, standing: meanwhile.temporary }, place.folderId);
    const back = entries.find(document.id);
    if (back?.kind !== 'file') throw new Error(`document ${String(document.id)} is gone on its way back`);
    return access.found(user, back);
  }

  /**
   * The client goes on to see what it moved away. Where the document lay in a folder that the user may not read, he saw
   * it at his mount root, and sees the copy there.
   */
  #leaveCopy(document: Reached<Document>, homeId: number): void {
    const { user, entry } = document;
    const { access, locks, relocation } = this.#parts;
    const { entries } = this.#context.tables;
    for (const id of [entry.parentId, homeId]) {
      const folder = id === null ? undefined : entries.find(id);
      const standing = folder && access.standing(user, folder);
      const wanted = folder?.id === entry.parentId ? READ : READ | CREATE;
      if (folder?.kind !== 'folder' || !standing || !allows(standing.permissions, wanted)) continue;
      if (entries.findChildId(folder.id, entry.name) !== undefined) continue;
      locks.handOver(entry.id, relocation.copyPlain(document, { user, entry: folder, standing }));
      return;
    }
  }

  /** Where the document is now, if that is where the user left it: at a temporary name, or in the trash. */
  #meanwhile(
    user: UserActor,
    document: Document,
    { isDeletion }: VacatedName,
  ): { temporary: Standing | undefined; ownerId: number | null } | undefined {
    const { access } = this.#parts;
    const { ancestry, trash } = this.#context.tables;
    const root = ancestry.from(document).at(-1);
    if (root?.rootKind === 'trash') {
      const deletion = trash.find(root.id);
      return deletion?.deletedBy === user.userId
        ? { temporary: undefined, ownerId: deletion.ownerId }
        : undefined;
    }
    const standing = access.standing(user, document);
    if (isDeletion || !standing || !isTemporaryPath(namesOf(standing))) return undefined;
    return allows(standing.permissions, UPDATE)
      ? { temporary: standing, ownerId: standing.ownerId }
      : undefined;
  }

  #note({ user, entry, standing }: Reached<Document>, from: VisibleName, isDeletion: boolean): void {
    const { id: documentId, parentId, name } = entry;
    if (this.#parts.windowMs === 0 || parentId === null || isTemporaryPath(namesOf(standing))) return;
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
