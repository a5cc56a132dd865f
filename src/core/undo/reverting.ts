import type { Entry } from '../../model/entries/entry.ts';
import { isJunkName } from '../../model/entries/names.ts';
import { UPDATE } from '../../model/entries/permissions.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import { type Access, assertPermissions } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import { type Prepared, seesDeletion, type Trash } from '../placement/placement.ts';
import type { Versioning } from '../versions/versions.ts';
import { type EntryState, goalOf, isInPlace, isInTrash, versionToRestore } from './entry-states.ts';
import { authorised, noPermission, type Outcome, type UndoPass } from './outcomes.ts';
import type { PuttingBack } from './putting-back.ts';
import { changesOf, REVERSIBLE, type UndoTask } from './undo-tasks.ts';

interface Dependencies {
  readonly access: Access;
  readonly locks: WriteLocks;
  readonly puttingBack: PuttingBack;
  readonly trash: Trash;
  readonly versioning: Versioning;
}

type Present = EntryState & { kind: 'present' };

/**
 * Puts one entry back to what it was. Runs inside the caller's transaction, and decides there: permissions, locks and
 * changes by others are those of this moment.
 */
export class Reverting {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** Where permissions come from. */
  readonly #rights: { readonly access: Access; readonly ancestry: Context['tables']['ancestry'] };

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#rights = { access: deps.access, ancestry: context.tables.ancestry };
  }

  /**
   * @param isDry true: decides only
   * @throws {DmsError} locked | quota_exceeded | forbidden | storage_full
   * @throws {NeedsSize} if a large folder must be measured first
   */
  revert(pass: UndoPass, task: UndoTask, prepared: Prepared, isDry: boolean): Outcome {
    const entry = this.#context.tables.entries.find(task.entryId);
    if (!entry) return this.#purged(pass, task);
    const { name } = entry;
    const { state, after } = goalOf(this.#context, pass.tasks, entry, task);
    if (!this.#isInScope(pass, entry, state)) return { kind: 'outside' };
    if (!this.#maySee(pass, entry)) return unseen(pass);
    if (this.#isAsBefore(entry, state))
      return this.#comesBackWithFolder(pass, entry, state) ?? { kind: 'reverted', name };
    const later = this.#laterChange(pass, { ...task, after }, name);
    if (later) return { kind: 'skipped', name, reason: later };
    if (isDry)
      return state.kind === 'present' && state.version === undefined
        ? versionGone(name)
        : { kind: 'reverted', name };
    this.#endOwnLocks(pass, entry);
    if (state.kind === 'absent') return this.#discard(pass, { ...task, after }, entry);
    return this.#putBack(pass, entry, state, prepared);
  }

  /** Files that programs make for a moment, and delete for good, are nothing that a user misses. */
  #purged({ undo: { scope } }: UndoPass, { name }: UndoTask): Outcome {
    const isOfOther = scope.kind === 'changes' && scope.folderId !== null;
    if (name === null || isJunkName(name) || isOfOther) return { kind: 'outside' };
    return { kind: 'skipped', name, reason: message('undo_purged', { name }) };
  }

  #isInScope({ undo: { scope } }: UndoPass, entry: Entry, state: EntryState): boolean {
    if (scope.kind !== 'changes' || scope.folderId === null) return true;
    const { ancestry } = this.#context.tables;
    const { folderId } = scope;
    const isBeneath = (id: number | null) =>
      id !== null && ancestry.ofFolder(id).some((above) => above.id === folderId);
    return isBeneath(entry.parentId) || (state.kind === 'present' && isBeneath(state.folderId));
  }

  /** A user who has lost the right to read an entry does not learn what became of it. */
  #maySee({ undo, user }: UndoPass, entry: Entry): boolean {
    if (undo.isOffice || this.#deps.access.readable(user, entry)) return true;
    const { ancestry, trash } = this.#context.tables;
    const deletion = trash.find(ancestry.from(entry).at(-1)?.id ?? 0);
    return deletion !== undefined && seesDeletion(user, deletion);
  }

  /** Something new in the trash, which may leave it with a folder that comes back. */
  #comesBackWithFolder(pass: UndoPass, entry: Entry, state: EntryState): Outcome | undefined {
    if (state.kind === 'present' || pass.isLast) return undefined;
    const lineage = this.#context.tables.ancestry.from(entry);
    if (!lineage.some(({ id }) => id !== entry.id && pass.pending.has(id))) return undefined;
    const { name } = entry;
    return { kind: 'blocked', name, reason: message('undo_in_trash', { name }) };
  }

  #isAsBefore(entry: Entry, state: EntryState): boolean {
    if (state.kind === 'absent') return isInTrash(this.#context, entry);
    return (
      isInPlace(entry, state) &&
      !isInTrash(this.#context, entry) &&
      state.version !== undefined &&
      versionToRestore(entry, state) === undefined
    );
  }

  /** Why the entry must stay as it is: the change of somebody else, or a later one. */
  #laterChange(
    { undo, undoIds, user }: UndoPass,
    { entryId, after }: UndoTask,
    name: string,
  ): Message | undefined {
    if (undo.scope.kind === 'changes' && undo.scope.isForced) return undefined;
    const exceptions = { actions: REVERSIBLE, exceptUndoIds: undoIds };
    const change = this.#context.tables.recordedChanges.findOther(
      entryId,
      after,
      changesOf(undo.scope),
      exceptions,
    );
    if (!change) return undefined;
    return change.userId === null || change.userId === user.userId
      ? message('changed_meanwhile', { name })
      : message('changed_meanwhile_by', { name, user: change.userName });
  }

  /** Ends the locks of the user whose changes are taken back, and those of the user who does it. */
  #endOwnLocks({ undo: { scope }, user }: UndoPass, entry: Entry): void {
    const { locks } = this.#context.tables;
    if (!locks.any()) return;
    const holders = new Set([user.userId, scope.kind === 'changes' ? scope.userId : null]);
    const own = locks.listWithin(entry.id, this.#context.now()).filter(({ userId }) => holders.has(userId));
    if (own.length > 0) this.#deps.locks.end(user, entry, own);
  }

  #discard(pass: UndoPass, task: UndoTask, entry: Entry): Outcome {
    const { name } = entry;
    const source = authorised(this.#rights, pass, entry);
    if (!source) return noPermission();
    const hasMembers = entry.kind === 'folder' && this.#context.tables.subtreeSizes.count(entry.id, 2) > 1;
    if (hasMembers && !this.#goesWithMembers(pass, task, entry))
      return { kind: 'blocked', name, reason: message('not_empty', { name }) };
    this.#deps.trash.discard(source);
    return { kind: 'reverted', name };
  }

  /**
   * True for a folder whose members go with it: it was in the trash, or a copy, whose members have no records of their
   * own. False if others have changed something beneath it.
   */
  #goesWithMembers({ byOthers }: UndoPass, { action, at, after }: UndoTask, entry: Entry): boolean {
    return (action === 'copy' || entry.createdAt <= at) && !byOthers.isChanged(entry.id, after);
  }

  #putBack(pass: UndoPass, entry: Entry, state: Present, prepared: Prepared): Outcome {
    const { name } = entry;
    const moved =
      isInPlace(entry, state) && !isInTrash(this.#context, entry)
        ? ({ kind: 'reverted', name } as const)
        : this.#deps.puttingBack.move(pass, entry, state, prepared);
    // A name or folder that is not free must not keep a content from coming back.
    if (moved.kind === 'blocked' && !pass.isLast) return moved;
    const content = this.#restoreContent(pass, entry.id, state);
    return content ?? (moved.kind === 'blocked' ? { ...moved, kind: 'skipped' } : moved);
  }

  /** Makes the former content the head. @returns undefined if the content is as before */
  #restoreContent(pass: UndoPass, id: number, state: Present): Outcome | undefined {
    const { locks, versioning } = this.#deps;
    const entry = this.#context.tables.entries.find(id);
    if (entry?.kind !== 'file') return undefined;
    if (state.version === undefined) return versionGone(entry.name);
    const version = versionToRestore(entry, state);
    if (!version) return undefined;
    const source = authorised(this.#rights, pass, entry);
    if (!source) return noPermission();
    const { user, entryAccess } = source;
    assertPermissions(source, UPDATE);
    locks.assertWritable(user, entryAccess);
    const { sha256, size, mimeType, number: restores, createdAt: modifiedAt } = version;
    versioning.add(user, entry, entryAccess.ownerId, { sha256, size, mimeType, restores, modifiedAt });
    if (version.isCertain) return undefined;
    return { kind: 'reverted', name: entry.name, note: message('undo_older_content', { name: entry.name }) };
  }
}

/** What a user has changed is named as left. Entries of a folder that the user never saw do not even count. */
function unseen({ undo: { scope } }: UndoPass): Outcome {
  return scope.kind === 'folder' ? { kind: 'outside' } : noPermission();
}

function versionGone(name: string): Outcome {
  return { kind: 'skipped', name, reason: message('undo_version_gone', { name }) };
}
