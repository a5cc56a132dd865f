import type { Entry, Folder } from '../../model/entries/entry.ts';
import { freeName } from '../../model/entries/names.ts';
import { CREATE, DELETE, UPDATE } from '../../model/entries/permissions.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Deletion } from '../../storage/tree/tree.ts';
import { type Access, type AuthorisedEntry, assertPermissions } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import { type Prepared, type Relocation, seesDeletion, type Trash } from '../placement/placement.ts';
import { type EntryState, isInTrash } from './entry-states.ts';
import { authorised, noPermission, type Outcome, type UndoPass } from './outcomes.ts';

interface Dependencies {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly relocation: Relocation;
  readonly trash: Trash;
}

type Present = EntryState & { kind: 'present' };

/** Moves entries to their former folders and names. Runs inside the caller's transaction. */
export class PuttingBack {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** Where permissions come from. */
  readonly #rights: { readonly access: Access; readonly ancestry: Context['tables']['ancestry'] };

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#rights = { access: deps.access, ancestry: context.tables.ancestry };
  }

  /** Moves an entry to its former folder and name, also out of the trash. */
  move(pass: UndoPass, entry: Entry, { folderId, name }: Present, prepared: Prepared): Outcome {
    if (folderId === null) return this.#renameRoot(pass, entry, name);
    const folder = this.#folder(pass, folderId, entry);
    if (!folder) {
      const reason = message('undo_folder_gone', { name: entry.name });
      return { kind: 'blocked', name: entry.name, reason };
    }
    const free = this.#nameIn(pass, folder.entry, entry, name);
    if (typeof free !== 'string') return free;
    const refusal = isInTrash(this.#context, entry)
      ? this.#untrash(pass, entry, folder, free, prepared)
      : this.#relocate(pass, entry, folder, free, prepared);
    if (refusal) return refusal;
    pass.byOthers.moved(entry.id, folder.entry.id);
    if (free === name) return { kind: 'reverted', name };
    if (!pass.isLast && pass.parked.has(entry.id))
      return { kind: 'blocked', name, reason: message('name_taken', { name }) };
    return { kind: 'reverted', name: free, note: message('undo_other_name', { name, now: free }) };
  }

  /** The former folder of an entry; undefined if it is gone, in the trash, unreadable, or beneath the entry. */
  #folder(pass: UndoPass, id: number, entry: Entry): AuthorisedEntry<Folder> | undefined {
    const folder = this.#context.tables.entries.find(id);
    const found = folder?.kind === 'folder' ? authorised(this.#rights, pass, folder) : undefined;
    return found?.entryAccess.lineage.some((above) => above.id === entry.id) ? undefined : found;
  }

  /** The former name, or another one if an entry that stays has it. */
  #nameIn(pass: UndoPass, folder: Folder, entry: Entry, name: string): string | Outcome {
    const { entries } = this.#context.tables;
    const isTaken = (wanted: string) => {
      const holder = entries.findChildId(folder.id, wanted);
      return holder !== undefined && holder !== entry.id;
    };
    if (!isTaken(name)) return name;
    const holder = entries.findChildId(folder.id, name) ?? 0;
    if (pass.pending.has(holder) && !pass.isLast && !pass.parked.has(entry.id))
      return { kind: 'blocked', name, reason: message('name_taken', { name }), holder };
    return freeName({ kind: entry.kind, name }, isTaken);
  }

  /** Moves an entry out of the trash, also out of a folder that stays there. */
  #untrash(
    { undo, user, pending, isStuck }: UndoPass,
    entry: Entry,
    folder: AuthorisedEntry<Folder>,
    name: string,
    prepared: Prepared,
  ): Outcome | undefined {
    const { locks, relocation, trash } = this.#deps;
    const lineage = this.#context.tables.ancestry.from(entry);
    const topId = lineage.at(-1)?.id ?? entry.id;
    if (topId !== entry.id && pending.has(topId) && !isStuck)
      return { kind: 'blocked', name, reason: message('undo_in_trash', { name }) };
    const deletion = this.#context.tables.trash.find(topId);
    if (!deletion) return { kind: 'skipped', name, reason: message('undo_purged', { name }) };
    if (!undo.isOffice && !mayPutBack(user, deletion, folder)) return noPermission();
    assertPermissions(folder, CREATE);
    locks.assertWritable(user, folder.entryAccess);
    locks.assertNotFrozen({ lineage });
    relocation.assertFits(entry, { lineage: [], ownerId: deletion.ownerId }, folder.entryAccess, prepared);
    trash.putBack(user, entry, folder.entry, name);
    return undefined;
  }

  #relocate(
    pass: UndoPass,
    entry: Entry,
    folder: AuthorisedEntry<Folder>,
    name: string,
    prepared: Prepared,
  ): Outcome | undefined {
    const { locks, relocation } = this.#deps;
    const source = authorised(this.#rights, pass, entry);
    if (!source || (!pass.undo.isOffice && takesAway(source, folder))) return noPermission();
    const isRename = folder.entry.id === entry.parentId;
    if (isRename && entry.name === name) return undefined;
    assertPermissions(source, isRename ? UPDATE : DELETE);
    locks.assertMovable(pass.user, source.entryAccess);
    if (!isRename) {
      assertPermissions(folder, CREATE);
      locks.assertWritable(pass.user, folder.entryAccess);
    }
    relocation.move(source, folder, name, prepared);
    return undefined;
  }

  /** The former name of a system folder, which only administrators change. */
  #renameRoot(pass: UndoPass, entry: Entry, name: string): Outcome {
    const { entries } = this.#context.tables;
    if (!pass.undo.isOffice) return noPermission();
    const holder = entries.findSystem(name);
    if (entry.rootKind !== 'system' || (holder && holder.id !== entry.id))
      return { kind: 'blocked', name, reason: message('name_taken', { name }) };
    this.#deps.relocation.rename(pass.user, entry, name);
    return { kind: 'reverted', name };
  }
}

/** As for a single entry: into the home that the entry came from, or by the owner of that home. */
function mayPutBack(user: UserActor, deletion: Deletion, { entryAccess }: AuthorisedEntry): boolean {
  const isOwner = deletion.ownerId === null ? user.isAdmin : deletion.ownerId === user.userId;
  return isOwner || (seesDeletion(user, deletion) && entryAccess.ownerId === deletion.ownerId);
}

/** True if the move would take an entry out of the home of another user, who then could not keep it. */
function takesAway(
  { user, entryAccess }: AuthorisedEntry,
  { entryAccess: target }: AuthorisedEntry,
): boolean {
  const { ownerId } = entryAccess;
  const isOwn = ownerId === null ? user.isAdmin : ownerId === user.userId;
  return !isOwn && target.ownerId !== ownerId;
}
