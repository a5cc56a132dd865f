import type { UserActor } from '../../model/actor.ts';
import type { Document } from '../../model/entry.ts';
import { isTemporaryPath } from '../../model/names.ts';
import { allows, CREATE, READ, UPDATE } from '../../model/permissions.ts';
import type { Ancestry } from '../../storage/tree/ancestry.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { Subtrees } from '../../storage/tree/subtrees.ts';
import type { TrashTable } from '../../storage/tree/trash.ts';
import type { KnownPlace, VacatedName, VacatedNameTable } from '../../storage/tree/vacated-names.ts';
import type { VersionTable } from '../../storage/tree/versions.ts';
import { type Access, namesOf, type Reached } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import type { Relocation } from '../placement/relocation.ts';
import type { Quota } from '../versions/quota.ts';

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
  readonly ancestry: Ancestry;
  readonly departureTable: VacatedNameTable;
  readonly entryTable: EntryTable;
  readonly locks: WriteLocks;
  readonly positions: Relocation;
  readonly subtrees: Subtrees;
  readonly trashTable: TrashTable;
  readonly usage: Quota;
  readonly versions: VersionTable;
}

/**
 * Saving by moving or deleting the original first (WEBDAV-NOTES, rules 2 and 3): a document remembers the name that it
 * left, and comes back with its history when the same user soon puts something new there. Within transactions of others.
 */
export class VacatedNames {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #windowMs: number;

  /** @param windowMs for how long a name is remembered; 0: not at all */
  constructor(context: Context, parts: Parts, windowMs: number) {
    this.#context = context;
    this.#parts = parts;
    this.#windowMs = windowMs;
  }

  /**
   * To be told of each document that is moved, before it is.
   * @param to names from the new one upwards
   * @param from the name that a client left by moving it; undefined when nobody saves that way
   */
  noteMove(source: Reached<Document>, to: readonly string[], from: KnownPlace | undefined): void {
    if (!isTemporaryPath(to)) {
      this.#parts.departureTable.deleteDocument(source.entry.id);
    } else if (from !== undefined) this.#note(source, from, false);
  }

  /** To be told of each document that a client has deleted at `from`. */
  noteDeletion(source: Reached<Document>, from: KnownPlace): void {
    this.#note(source, from, true);
  }

  /** True for a document that may be there only to be put in another's place. */
  isFresh({ id, createdAt }: Document): boolean {
    return this.#context.now() - createdAt < this.#windowMs && this.#parts.versions.count(id) === 1;
  }

  /**
   * Brings the document back that the user took away from a place, if something new there is to be its next content.
   * Where it has lain meanwhile a copy without history stays.
   * @param place a free name in a folder into which the user may put something
   * @returns undefined when there is none
   * @throws {DmsError} locked | quota_exceeded
   */
  bringBack(user: UserActor, place: KnownPlace, succession: ReturnRule): Reached<Document> | undefined {
    const departure = this.#parts.departureTable.find(user.userId, place);
    if (!departure || departure.vacatedAt <= this.#context.now() - this.#windowMs) return undefined;
    if (departure.documentId === succession.successorId) return undefined;
    if (!(departure.isDeletion ? succession.afterDeletion : succession.afterMove)) return undefined;
    const document = this.#parts.entryTable.find(departure.documentId);
    return document?.kind === 'file' ? this.#return(user, document, departure, place) : undefined;
  }

  #return(
    user: UserActor,
    document: Document,
    departure: VacatedName,
    place: KnownPlace,
  ): Reached<Document> | undefined {
    const { access, departureTable, entryTable, locks, positions, trashTable } = this.#parts;
    const { parentId, name } = departure;
    const meanwhile = this.#meanwhile(user, document, departure);
    const home = access.standing(user, { ...document, parentId, rootKind: null });
    if (!meanwhile || !home) return undefined;
    if (!allows(home.permissions, READ | UPDATE)) return undefined;
    if (entryTable.findChildId(parentId, name) !== undefined) return undefined;
    locks.assertWritable(user, { ...home, lineage: home.lineage.slice(1) });
    this.#charge(document, meanwhile.ownerId, home.ownerId);
    positions.place(user, document, parentId, name);
    departureTable.deleteDocument(document.id);
    trashTable.delete(document.id);
    if (!meanwhile.isTrash) this.#leaveCopy(user, document, place.folderId);
    const back = entryTable.find(document.id);
    if (back?.kind !== 'file') throw new Error(`document ${String(document.id)} is gone on its way back`);
    return access.found(user, back);
  }

  /** A document shared by itself goes through the home of the user who saves it, and back. */
  #charge(document: Document, fromOwnerId: number | null, toOwnerId: number | null): void {
    if (fromOwnerId === toOwnerId) return;
    const { subtrees, usage } = this.#parts;
    const size = subtrees.allVersionsSize(document.id);
    usage.add(fromOwnerId, -size);
    usage.add(toOwnerId, size);
  }

  /**
   * The client goes on to see what it moved away. Where the document lay in a folder that the user may not read, he saw
   * it at his mount root, and sees the copy there.
   */
  #leaveCopy(user: UserActor, document: Document, homeId: number): void {
    const { access, entryTable, locks, positions, usage } = this.#parts;
    const folders = [document.parentId, homeId].map((id) => (id === null ? undefined : entryTable.find(id)));
    for (const folder of folders) {
      const standing = folder && access.standing(user, folder);
      const wanted = folder?.id === document.parentId ? READ : READ | CREATE;
      if (!standing || !allows(standing.permissions, wanted)) continue;
      if (entryTable.findChildId(folder.id, document.name) !== undefined) continue;
      usage.add(standing.ownerId, document.size);
      locks.handOver(document.id, positions.copyPlain(user, document, folder.id, document.name));
      return;
    }
  }

  /** Where the document is now, if that is where the user left it: at a temporary name, or in the trash. */
  #meanwhile(
    user: UserActor,
    document: Document,
    { isDeletion }: VacatedName,
  ): { isTrash: boolean; ownerId: number | null } | undefined {
    const { access, ancestry, trashTable } = this.#parts;
    const root = ancestry.from(document).at(-1);
    if (root?.rootKind === 'trash') {
      const deletion = trashTable.find(root.id);
      return deletion?.deletedBy === user.userId ? { isTrash: true, ownerId: deletion.ownerId } : undefined;
    }
    const standing = access.standing(user, document);
    if (isDeletion || !standing || !isTemporaryPath(namesOf(standing))) return undefined;
    return allows(standing.permissions, UPDATE) ? { isTrash: false, ownerId: standing.ownerId } : undefined;
  }

  #note({ user, entry, standing }: Reached<Document>, from: KnownPlace, isDeletion: boolean): void {
    const { id: documentId, parentId, name } = entry;
    if (this.#windowMs === 0 || parentId === null || isTemporaryPath(namesOf(standing))) return;
    const place = { ...from, folderId: from.folderId === 0 ? user.homeId : from.folderId };
    const vacatedAt = this.#context.now();
    this.#parts.departureTable.upsert(user.userId, place, {
      documentId,
      parentId,
      name,
      isDeletion,
      vacatedAt,
    });
  }
}
