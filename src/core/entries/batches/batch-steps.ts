import type { Entry } from '../../../model/entries/entry.ts';
import { freeName, nameKey } from '../../../model/entries/names.ts';
import { DELETE } from '../../../model/entries/permissions.ts';
import { DmsError } from '../../../model/errors/errors.ts';
import { type Message, message } from '../../../model/errors/messages.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import { type Access, type AuthorisedEntry, assertPermissions } from '../../access/access.ts';
import type { MountRoot, Tree } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import { type Prepared, type Relocation, type Trash, targetFolder } from '../../placement/placement.ts';
import type { Copying } from '../operations/copying.ts';
import type { Deleting } from '../operations/deleting.ts';
import type { Moving } from '../operations/moving.ts';
import type { Renaming } from '../operations/renaming.ts';
import type { AssertUnchanged } from './later-changes.ts';

/** One operation on several entries. */
export type Batch = {
  readonly ids: readonly number[];
  /** For a move or deletion: the id of an activity. An entry that was changed later is refused ({@link LaterChanges}). */
  readonly unchangedSince?: number | undefined;
  /** For a move or deletion: the folder in which the user must see the entries; 0: the home or the mount root. */
  readonly expectedFolderId?: number | undefined;
} & (
  | {
      readonly action: 'move' | 'copy';
      /** 0: the user's home. */
      readonly folderId: number;
      /** Handling of an entry whose name is taken in the target folder. */
      readonly conflict: 'fail' | 'rename' | 'skip';
    }
  | {
      readonly action: 'delete';
      readonly onlyEmpty?: boolean | undefined;
      /** The name by which the caller knows the entry. An entry with another name is refused. */
      readonly expectedName?: string | undefined;
    }
  | { readonly action: 'purge' }
  | { readonly action: 'restore'; readonly folderId?: number | undefined }
);

/** Result for one entry that was not refused. */
export type Step =
  | {
      readonly status: 'done';
      /** Id of the entry or of its copy; undefined if there is none to report, for example after a deletion. */
      readonly entryId: number | undefined;
    }
  | {
      readonly status: 'skipped';
      /**
       * - `name_taken`: skipped because the batch has `conflict: 'skip'`
       * - `in_place`: the entry is already in the target folder
       * - `included`: another entry of the batch contains this one, and was not processed
       */
      readonly reason: Message;
    };

/**
 * Thrown if an entry exceeds the remaining budget of a batch transaction ({@link BatchBudget}). The entry then needs a
 * transaction of its own.
 */
export class ExceedsBudget extends Error {}

/**
 * First number to try for a free name, by kind and name. Without it, each of many entries with one name would start at
 * 2.
 */
export type TakenNumbers = Map<string, number>;

/** Row budget of one transaction of a batch. */
export class BatchBudget {
  #left: number;
  readonly #numbers: TakenNumbers;

  /** @param rows maximum rows to copy, measure or purge */
  constructor(rows: number, numbers: TakenNumbers) {
    this.#left = rows;
    this.#numbers = numbers;
  }

  /** For an entry that has a transaction of its own. */
  static unlimited(numbers: TakenNumbers): BatchBudget {
    return new BatchBudget(Infinity, numbers);
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  spend(rows: number): void {
    this.#left -= rows;
  }

  freeName(entry: Entry, isTaken: (name: string) => boolean): string {
    const key = `${entry.kind}/${nameKey(entry.name)}`;
    const first = this.#numbers.get(key) ?? 2;
    let next = first;
    const name = freeName(
      entry,
      (wanted) => {
        const taken = isTaken(wanted);
        if (taken && wanted !== entry.name) next += 1;
        return taken;
      },
      first,
    );
    this.#numbers.set(key, next);
    return name;
  }
}

/** What the steps of one transaction share. */
export interface StepOptions {
  readonly budget: BatchBudget;
  readonly prepared: Prepared;
  readonly assertUnchanged: AssertUnchanged;
}

interface Dependencies {
  readonly access: Access;
  readonly copying: Copying;
  readonly deleting: Deleting;
  readonly mountRoot: MountRoot;
  readonly moving: Moving;
  readonly relocation: Relocation;
  readonly renaming: Renaming;
  readonly trash: Trash;
  readonly tree: Tree;
}

/** Applies the operation of a batch to one entry. Runs inside the caller's transaction. */
export class BatchSteps {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * @throws {DmsError} as the operation on a single entry
   * @throws {ExceedsBudget} if the entry exceeds the budget
   */
  run(user: UserActor, batch: Batch, id: number, options: StepOptions): Step {
    const { trash } = this.#deps;
    const { budget, prepared } = options;
    switch (batch.action) {
      case 'move':
      case 'copy':
        return this.#relocate(user, batch, id, options);
      case 'delete':
        return this.#delete(user, batch, id, options);
      case 'restore': {
        const entry = trash.restoreInTransaction(user, id, batch.folderId, prepared);
        this.#spendRows(entry, budget);
        return { status: 'done', entryId: id };
      }
      case 'purge':
        budget.spend(trash.purgeInTransaction(user, id, budget.left));
        return { status: 'done', entryId: undefined };
    }
  }

  #delete(
    user: UserActor,
    { onlyEmpty = false, expectedFolderId, expectedName }: Batch & { readonly action: 'delete' },
    id: number,
    { assertUnchanged }: StepOptions,
  ): Step {
    const { deleting, renaming, tree } = this.#deps;
    const source = tree.toChange(user, id);
    assertPermissions(source, DELETE);
    const { name } = source.entry;
    this.#assertIn(source, expectedFolderId);
    if (expectedName !== undefined) renaming.assertNamed(source, expectedName);
    if (onlyEmpty && this.#context.tables.subtreeSizes.count(id, 2) > 1)
      throw new DmsError('precondition_failed', message('not_empty', { name }));
    assertUnchanged(source.entry);
    deleting.remove(source);
    return { status: 'done', entryId: undefined };
  }

  #relocate(
    user: UserActor,
    { action, folderId, conflict, expectedFolderId }: Batch & { readonly action: 'move' | 'copy' },
    id: number,
    { budget, prepared, assertUnchanged }: StepOptions,
  ): Step {
    const { access, copying, mountRoot, moving, tree } = this.#deps;
    const source = tree.toChange(user, id);
    const { entry } = source;
    const folder = targetFolder(access, user, folderId, 'write');
    const isMove = action === 'move';
    const isInPlace = isMove && entry.parentId === folder.entry.id;
    // The conditions tell what other users have done.
    if (isMove && !isInPlace) assertPermissions(source, DELETE);
    this.#assertIn(source, expectedFolderId);
    if (isInPlace) return { status: 'skipped', reason: message('in_place', { name: entry.name }) };
    const isTaken = (wanted: string): boolean =>
      this.#context.tables.entries.findChildId(folder.entry.id, wanted) !== undefined ||
      mountRoot.isTaken(folder, wanted, isMove ? id : undefined);
    if (conflict === 'skip' && isTaken(entry.name))
      return { status: 'skipped', reason: message('name_taken', { name: entry.name }) };
    assertUnchanged(entry);
    this.#spendOnRelocation(source, folder, isMove, budget);
    const name = conflict === 'rename' ? budget.freeName(entry, isTaken) : entry.name;
    const target = { folderId, name };
    const { id: entryId } = isMove
      ? moving.move(source, target, {}, prepared)
      : copying.copy(source, target, {}, prepared);
    return { status: 'done', entryId };
  }

  #spendOnRelocation(
    source: AuthorisedEntry,
    folder: AuthorisedEntry,
    isMove: boolean,
    budget: BatchBudget,
  ): void {
    const { relocation } = this.#deps;
    const isFree = isMove && !relocation.mustMeasure(source.entry, source.entryAccess, folder.entryAccess);
    if (!isFree) this.#spendRows(source.entry, budget);
  }

  #spendRows({ id, kind }: Pick<Entry, 'id' | 'kind'>, budget: BatchBudget): void {
    if (budget.left === Infinity) return;
    const rows = kind === 'file' ? 1 : this.#context.tables.subtreeSizes.count(id, budget.left + 1);
    if (rows > budget.left) throw new ExceedsBudget();
    budget.spend(rows);
  }

  /**
   * @param folderId the folder in which the user sees the entry: 0 also for an entry whose folder the user may not read
   * @throws {DmsError} precondition_failed if the entry is in another folder
   */
  #assertIn({ user, entry, entryAccess }: AuthorisedEntry, folderId: number | undefined): void {
    if (folderId === undefined) return;
    const { parentId, name } = entry;
    // The id of an unreadable folder must not be confirmed.
    const isShown = parentId !== null && this.#deps.access.readsParent(user, entryAccess);
    // A system folder and an entry whose folder is unreadable are seen at the mount root.
    const shown = isShown ? parentId : 0;
    if (shown === folderId || (folderId === 0 && shown === user.homeId)) return;
    throw new DmsError('precondition_failed', message('moved_meanwhile', { name }));
  }
}
