import type { UserActor } from '../../model/actor.ts';
import type { Document, Entry } from '../../model/entry.ts';
import { nameKey, sortKey } from '../../model/names.ts';
import type { DocumentTable } from '../../storage/tree/documents.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { Subtrees } from '../../storage/tree/subtrees.ts';
import type { VersionTable } from '../../storage/tree/versions.ts';
import type { Context } from '../context.ts';
import { mediaType } from '../versions/media-type.ts';

/** What {@link Relocation} works with. */
interface Parts {
  readonly documents: DocumentTable;
  readonly entryTable: EntryTable;
  readonly subtrees: Subtrees;
  readonly versions: VersionTable;
}

/** Hangs entries elsewhere, with all that follows from a name. Works within transactions of others, who have checked. */
export class Relocation {
  readonly #context: Context;
  readonly #documents: DocumentTable;
  readonly #entryTable: EntryTable;
  readonly #subtrees: Subtrees;
  readonly #versions: VersionTable;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#documents = parts.documents;
    this.#entryTable = parts.entryTable;
    this.#subtrees = parts.subtrees;
    this.#versions = parts.versions;
  }

  /** @param parentId null for folders of the office, which keep being one */
  place(user: UserActor, entry: Entry, parentId: number | null, name: string): void {
    const now = this.#context.now();
    const rootKind = parentId === null ? entry.rootKind : null;
    this.#entryTable.updatePlace(entry.id, { parentId, rootKind, name }, now, user.userId);
    for (const folderId of new Set([entry.parentId, parentId])) {
      if (folderId !== null) this.#entryTable.updateTime(folderId, now, user.userId);
    }
    if (entry.kind === 'file') this.#retype(entry, name);
  }

  /** A copy with the heads only. @returns its id */
  copy(user: UserActor, entry: Entry, folderId: number, name: string, withMembers: boolean): number {
    const at = this.#context.now();
    const by = user.userId;
    const keys = { nameKey: nameKey(name), sortKey: sortKey(name) };
    const id = this.#subtrees.copy(entry.id, { parentId: folderId, name, ...keys, at, by, withMembers });
    this.#entryTable.updateTime(folderId, at, by);
    return id;
  }

  /** A copy of what clients see of a document, without title and comments. @returns its id */
  copyPlain(user: UserActor, document: Document, folderId: number, name: string): number {
    const id = this.copy(user, document, folderId, name, true);
    this.#documents.updateText(id, null, '');
    return id;
  }

  /** A file that was written under a temporary name gets the media type of its proper one. */
  #retype({ id, version, mimeType }: Document, name: string): void {
    const next = mediaType(name, mimeType);
    if (next !== mimeType) this.#versions.updateMimeType(id, version, next);
  }
}
