import type { Entry } from '../../../model/entries/entry.ts';
import { freeName, nameKey } from '../../../model/entries/names.ts';
import { DELETE } from '../../../model/entries/permissions.ts';
import { type Message, message } from '../../../model/errors/messages.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import { type Access, demand, type Reached } from '../../access/access.ts';
import type { MountRoot, Tree } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import { type Prepared, type Relocation, type Trash, targetFolder } from '../../placement/placement.ts';
import type { Copying } from '../operations/copying.ts';
import type { Deleting } from '../operations/deleting.ts';
import type { Moving } from '../operations/moving.ts';

/** What a batch does with its entries. */
export type Batch = { readonly ids: readonly number[] } & (
  | {
      readonly action: 'move' | 'copy';
      /** 0: the home. */
      readonly folderId: number;
      /** What becomes of an entry whose name is taken in the target folder. */
      readonly conflict: 'fail' | 'rename' | 'skip';
    }
  | { readonly action: 'delete' | 'purge' }
  | { readonly action: 'restore'; readonly folderId?: number | undefined }
);

/** What became of one entry, unless it was refused. */
export type Step =
  | {
      readonly status: 'done';
      /** The entry as it is now, or its copy; undefined: it is gone. */
      readonly entryId: number | undefined;
    }
  | {
      readonly status: 'skipped';
      /**
       * `name_taken`: as the batch wants it; `in_place`: it is in the folder already; `included`: it lies in another
       * entry of the batch, with which it stayed.
       */
      readonly reason: Message;
    };

/** Thrown for an entry that is more than the transaction of its batch has room for. */
export class NeedsOwnTurn extends Error {}

/** By kind and name: the first number that is tried. Else many entries of one name would all begin at 2. */
export type TakenNumbers = Map<string, number>;

/** How much one transaction of a batch may do. */
export class BatchRoom {
  #left: number;
  readonly #numbers: TakenNumbers;

  /** @param rows that may be copied, measured or deleted for good; Infinity: the entry has a transaction of its own */
  constructor(rows: number, numbers: TakenNumbers) {
    this.#left = rows;
    this.#numbers = numbers;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  take(rows: number): void {
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

/** What {@link BatchSteps} works with. */
interface Parts {
  readonly access: Access;
  readonly copying: Copying;
  readonly deleting: Deleting;
  readonly mountRoot: MountRoot;
  readonly moving: Moving;
  readonly relocation: Relocation;
  readonly trash: Trash;
  readonly tree: Tree;
}

/** Does with one entry what its batch does. Runs inside the caller's transaction. */
export class BatchSteps {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * @throws {DmsError} as the operation on one entry
   * @throws {NeedsOwnTurn} if there is too little room
   */
  run(user: UserActor, batch: Batch, id: number, room: BatchRoom, prepared: Prepared): Step {
    const { deleting, trash, tree } = this.#parts;
    switch (batch.action) {
      case 'move':
      case 'copy':
        return this.#relocate(user, batch, id, room, prepared);
      case 'delete': {
        const source = tree.toChange(user, id);
        demand(source, DELETE);
        deleting.remove(source);
        return { status: 'done', entryId: undefined };
      }
      case 'restore': {
        const entry = trash.restoreNow(user, id, batch.folderId, prepared);
        this.#takeRoom(entry, room);
        return { status: 'done', entryId: id };
      }
      case 'purge':
        room.take(trash.purgeNow(user, id, room.left));
        return { status: 'done', entryId: undefined };
    }
  }

  #relocate(
    user: UserActor,
    { action, folderId, conflict }: Batch & { readonly action: 'move' | 'copy' },
    id: number,
    room: BatchRoom,
    prepared: Prepared,
  ): Step {
    const { access, copying, mountRoot, moving, tree } = this.#parts;
    const source = tree.toChange(user, id);
    const { entry } = source;
    const folder = targetFolder(access, user, folderId, 'write');
    const isMove = action === 'move';
    if (isMove && entry.parentId === folder.entry.id)
      return { status: 'skipped', reason: message('in_place', { name: entry.name }) };
    const isTaken = (wanted: string): boolean =>
      this.#context.tables.entries.findChildId(folder.entry.id, wanted) !== undefined ||
      mountRoot.isTaken(folder, wanted, isMove ? id : undefined);
    if (conflict === 'skip' && isTaken(entry.name))
      return { status: 'skipped', reason: message('name_taken', { name: entry.name }) };
    this.#assertRoom(source, folder, isMove, room);
    const name = conflict === 'rename' ? room.freeName(entry, isTaken) : entry.name;
    const target = { folderId, name };
    const { id: entryId } = isMove
      ? moving.move(source, target, {}, prepared)
      : copying.copy(source, target, {}, prepared);
    return { status: 'done', entryId };
  }

  #assertRoom(source: Reached, folder: Reached, isMove: boolean, room: BatchRoom): void {
    const { relocation } = this.#parts;
    const isFree = isMove && !relocation.mustMeasure(source.entry, source.standing, folder.standing);
    if (!isFree) this.#takeRoom(source.entry, room);
  }

  #takeRoom({ id, kind }: Pick<Entry, 'id' | 'kind'>, room: BatchRoom): void {
    if (room.left === Infinity) return;
    const rows = kind === 'file' ? 1 : this.#context.tables.subtreeSizes.count(id, room.left + 1);
    if (rows > room.left) throw new NeedsOwnTurn();
    room.take(rows);
  }
}
