import type { Actor } from '../../model/actor.ts';
import type { Folder } from '../../model/entry.ts';
import { forbidden, invalid } from '../../model/errors.ts';
import { CREATE, READ } from '../../model/permissions.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import { type Access, demand, type Reached } from '../access/access.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import { assertName, targetFolder } from './entry-rules.ts';

/** Where something goes: a name in a folder (0: the home), or onto an entry that is there. */
export type Target = { readonly folderId: number; readonly name: string } | { readonly entryId: number };

/** A target with what is there now; `folder` is where the name is, `existing` what has it. */
export interface Destination {
  readonly folder: Reached<Folder>;
  readonly name: string;
  readonly existing: Reached | undefined;
}

/** Where entries are moved and copied to. */
export class Targets {
  readonly #access: Access;
  readonly #entryTable: EntryTable;
  readonly #locks: WriteLocks;

  constructor(parts: { access: Access; entryTable: EntryTable; locks: WriteLocks }) {
    this.#access = parts.access;
    this.#entryTable = parts.entryTable;
    this.#locks = parts.locks;
  }

  /** @throws {DmsError} not_found | forbidden | invalid (folder_id, name) */
  find(actor: Actor, target: Target): Destination {
    if ('entryId' in target) {
      const existing = this.#access.reach(actor, target.entryId, READ, 'write');
      if (existing.entry.parentId === null) throw forbidden('A top-level folder cannot be replaced.');
      const folder = this.#unseen(existing, existing.entry.parentId);
      return { folder, name: existing.entry.name, existing };
    }
    const folder = targetFolder(this.#access, actor, target.folderId, 'write');
    assertName(target.name);
    const taken = this.#entryTable.findChild(folder.entry.id, target.name);
    return { folder, name: target.name, existing: taken && this.#access.found(folder.user, taken) };
  }

  /** Throws unless something may be put into the folder. @throws {DmsError} forbidden | locked */
  authoriseInto(folder: Reached<Folder>): void {
    demand(folder, CREATE);
    this.#locks.assertWritable(folder.user, folder.standing);
  }

  /** The folder of an entry that the user reaches though he may not be able to read the folder itself. */
  #unseen({ user, standing }: Reached, folderId: number): Reached<Folder> {
    const folder = this.#entryTable.find(folderId);
    const above = folder && this.#access.standing(user, folder);
    if (folder?.kind !== 'folder' || !above)
      throw new Error(`entry ${String(standing.lineage[0]?.id)} hangs in nothing`);
    return { user, entry: folder, standing: above };
  }
}

/** Nothing goes into itself, onto itself, or in the place of a folder that it lies in. @throws {DmsError} invalid */
export function assertApart({ entry, standing }: Reached, { folder, existing }: Destination): void {
  if (folder.standing.lineage.some((ancestor) => ancestor.id === entry.id)) {
    throw invalid('folder_id', 'must not be the entry itself or lie beneath it');
  }
  if (existing && standing.lineage.some((ancestor) => ancestor.id === existing.entry.id)) {
    throw invalid('folder_id', 'must not be where the entry itself or a folder around it would be replaced');
  }
}
