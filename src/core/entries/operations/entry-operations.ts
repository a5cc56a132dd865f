import type { EntryRecord } from '../../../model/entries/entry.ts';
import { DELETE, UPDATE } from '../../../model/entries/permissions.ts';
import type { Actor } from '../../../model/people/actor.ts';
import { type Access, assertPermissions, commit } from '../../access/access.ts';
import { type EntryRecords, isMounted, type Source, type Tree } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import type { LargeChanges, Target } from '../../placement/placement.ts';
import type { Leaving } from '../../sharing/sharing.ts';
import type { Copying } from './copying.ts';
import type { Deleting } from './deleting.ts';
import type { Moving } from './moving.ts';
import type { Renaming } from './renaming.ts';
import type { CopyOptions, MoveOptions, RelocationResult, WriteOptions } from './write-options.ts';

interface Dependencies {
  readonly access: Access;
  readonly copying: Copying;
  readonly deleting: Deleting;
  readonly largeChanges: LargeChanges;
  readonly leaving: Leaving;
  readonly moving: Moving;
  readonly records: EntryRecords;
  readonly renaming: Renaming;
  readonly tree: Tree;
}

/** Renames, moves, copies and deletes entries. Each operation takes effect completely or not at all. */
export class EntryOperations {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Renames an entry within its folder.
   * @param expectedName the name by which the caller knows the entry; undefined: any
   * @throws {DmsError} precondition_failed | not_found | forbidden | locked | invalid (name) | name_taken
   */
  rename(actor: Actor, id: number, name: string, expectedName?: string): Promise<EntryRecord> {
    return commit(this.#context, actor, () => {
      const authorised = this.#deps.access.entry(actor, id, UPDATE);
      if (expectedName !== undefined) this.#deps.renaming.assertNamed(authorised, expectedName);
      this.#deps.renaming.rename(authorised, name);
      return this.#deps.records.one(authorised.user, id);
    });
  }

  /**
   * Moves an entry with all entries beneath it. The entry keeps its id, versions, shares and activity. A move within
   * one folder is a rename.
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing |
   * quota_exceeded
   */
  move(actor: Actor, named: Source, target: Target, options: MoveOptions = {}): Promise<RelocationResult> {
    return this.#deps.largeChanges.commit(actor, (prepared) => {
      const source = this.#deps.tree.toChange(actor, named);
      const { outcome, id: movedId } = this.#deps.moving.move(source, target, options, prepared);
      return { outcome, entry: this.#deps.records.one(source.user, movedId) };
    });
  }

  /**
   * Copies an entry with all entries beneath it. The copies are new documents with the head only. Content bytes are
   * shared, not copied.
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken | parent_missing |
   * quota_exceeded
   */
  copy(actor: Actor, named: Source, target: Target, options: CopyOptions = {}): Promise<RelocationResult> {
    return this.#deps.largeChanges.commit(actor, (prepared) => {
      const source = this.#deps.tree.toChange(actor, named);
      const { outcome, id: copiedId } = this.#deps.copying.copy(source, target, options, prepared);
      return { outcome, entry: this.#deps.records.one(source.user, copiedId) };
    });
  }

  /**
   * Moves an entry with all entries beneath it to the trash. A temporary file of a WebDAV client is deleted
   * permanently instead.
   * @returns false with {@link WriteOptions.isOwnView}: the user cannot leave the entry, and still sees it
   * @throws {DmsError} not_found | forbidden | locked
   */
  remove(actor: Actor, named: Source, options: WriteOptions = {}): Promise<boolean> {
    return commit(this.#context, actor, () => {
      const source = this.#deps.tree.toChange(actor, named);
      options.expect?.(source.entry, source.entry.parentId ?? 0);
      if (options.isOwnView === true && isMounted(source)) return this.#deps.leaving.leave(source);
      assertPermissions(source, DELETE);
      this.#deps.deleting.remove(source);
      return true;
    });
  }
}
