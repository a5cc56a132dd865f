import type { Actor, UserActor } from '../../model/actor.ts';
import type { Document, Folder } from '../../model/entry.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import { nameFault } from '../../model/names.ts';
import { CREATE, READ, UPDATE } from '../../model/permissions.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import { type Access, demand, type Reached, type Standing } from '../access/access.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import { assertDepth, targetFolder } from './entry-rules.ts';
import type { Target } from './targets.ts';

/** What both kinds of places have; `standing` is that of what the content goes to. */
interface Place {
  readonly user: UserActor;
  readonly standing: Standing;
  readonly name: string;
}

/** A document that gets a new content. */
export interface TakenPlace extends Place {
  readonly document: Document;
}

/** A name in a folder that nothing has. */
export interface FreePlace extends Place {
  readonly document: undefined;
  readonly folder: Folder;
}

/** Where a put goes. */
export type PutPlace = TakenPlace | FreePlace;

/** Where contents are put. */
export class PutPlaces {
  readonly #access: Access;
  readonly #entryTable: EntryTable;
  readonly #locks: WriteLocks;

  constructor(parts: { access: Access; entryTable: EntryTable; locks: WriteLocks }) {
    this.#access = parts.access;
    this.#entryTable = parts.entryTable;
    this.#locks = parts.locks;
  }

  /**
   * What is at the target now, with all rights and locks for a put checked.
   * @throws {DmsError} not_found | forbidden | locked | invalid (file, folder_id) | name_taken (a folder)
   */
  find(actor: Actor, target: Target): PutPlace {
    if ('entryId' in target) return this.#onto(this.#access.document(actor, target.entryId, READ, 'write'));
    const into = targetFolder(this.#access, actor, target.folderId, 'write');
    const { user, entry: folder, standing } = into;
    const fault = nameFault(target.name);
    if (fault !== undefined) throw invalid('file', `name ${fault}`);
    const existing = this.#entryTable.findChild(folder.id, target.name);
    if (existing?.kind === 'folder') {
      throw new DmsError('name_taken', `"${target.name}" is a folder.`, {
        fields: { file: ['is the name of a folder'] },
      });
    }
    if (existing) return this.#onto(this.#access.found(user, existing));
    demand(into, CREATE);
    this.#locks.assertWritable(user, standing);
    assertDepth(standing, 0);
    return { user, folder, document: undefined, standing, name: target.name };
  }

  #onto(reached: Reached<Document>): TakenPlace {
    demand(reached, UPDATE);
    const { user, entry, standing } = reached;
    this.#locks.assertWritable(user, standing);
    return { user, document: entry, standing, name: entry.name };
  }
}
