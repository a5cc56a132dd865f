import { allows, DELETE, READ } from '../../model/entries/permissions.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { Usage } from '../../model/people/user.ts';
import {
  type CopiedFolder,
  type SubtreeCopy,
  SubtreeReader,
  type SubtreeRow,
  usageOfCopies,
} from '../../storage/tree/tree.ts';
import { type Access, commit, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { FrozenSubtrees } from '../locks/locks.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import type { Quota } from '../versions/versions.ts';
import type { Erasures } from './erasures.ts';
import type { LargeChangeRefusal } from './large-change-refusal.ts';
import type { NeedsCopy, Prepared } from './prepared.ts';
import { noteUnreadCopies } from './unread-copies.ts';

/** Entries per transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;
/** Characters of comments and properties per transaction. */
const SLICE_LENGTH = 2 ** 20;

interface Dependencies {
  readonly access: Access;
  readonly largeChangeRefusal: LargeChangeRefusal;
  readonly erasures: Erasures;
  readonly frozenSubtrees: FrozenSubtrees;
  readonly quota: Quota;
}

/**
 * Copies large folders in small transactions, between which other requests run. The copy shows the folder as it was at
 * one moment. No user can reach the copy until its last transaction puts it into its folder.
 */
export class LargeCopies {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** One copy at a time: an open snapshot prevents the reset of the write-ahead log, which must happen now and then. */
  readonly #queue = new RoundRobinQueue(message('copies_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Prepares a copy, then runs the change that needs it. Large copies are made one after another; users take turns.
   * @throws {DmsError} as the change, also before the copy is prepared | quota_exceeded and storage_full, also while it
   * is prepared | locked: another request moves the source | throttled: too many large copies of the user wait
   */
  commitWithCopy<T>(actor: Actor, change: (prepared: Prepared) => T, need: NeedsCopy): Promise<T> {
    return this.#queue.run(need.userId, () =>
      this.#deps.largeChangeRefusal.commit(actor, change, need, (current) =>
        this.#copyFromSnapshot(actor, change, current),
      ),
    );
  }

  #copyFromSnapshot<T>(actor: Actor, change: (prepared: Prepared) => T, need: NeedsCopy): Promise<T> {
    const { erasures, frozenSubtrees } = this.#deps;
    const { sourceId, removesSource } = need;
    // An incomplete copy is deleted once the source is no longer frozen.
    return erasures.deleteUnlessPlaced((begun) =>
      removesSource
        ? frozenSubtrees.freeze(sourceId, (bypass) =>
            this.#commitFromSnapshot(actor, (prepared) => bypass(() => change(prepared)), need, begun),
          )
        : this.#commitFromSnapshot(actor, change, need, begun),
    );
  }

  async #commitFromSnapshot<T>(
    actor: Actor,
    change: (prepared: Prepared) => T,
    need: NeedsCopy,
    begun: (rootId: number) => void,
  ): Promise<T> {
    await this.#context.database.readersMayBegin();
    const slices = this.#slices(need.sourceId);
    try {
      return await this.#copyAndCommit(actor, change, need, { slices, begun });
    } finally {
      slices.return();
    }
  }

  /**
   * Rows of a folder as it is now, in slices. The write-ahead log grows until all slices were read or `return` was
   * called.
   */
  *#slices(sourceId: number): Slices {
    const snapshot = this.#context.database.snapshots.open();
    try {
      yield* inSlices(new SubtreeReader(snapshot).rows(sourceId));
    } finally {
      snapshot.close();
    }
  }

  async #copyAndCommit<T>(
    actor: Actor,
    change: (prepared: Prepared) => T,
    { sourceId, userId, ownerId, removesSource }: NeedsCopy,
    { slices, begun }: { slices: Slices; begun: (rootId: number) => void },
  ): Promise<T> {
    const { erasures } = this.#context.tables;
    const copy = { at: this.#context.now(), by: userId, folders: new Map<number, CopiedFolder>() };
    const user = requireUser(actor, 'write');
    const wanted = removesSource ? DELETE : READ;
    const first = slices.next();
    // The source is gone: the change reports the error.
    if (first.done === true) return commit(this.#context, actor, () => change({}));
    const rootId = await commit(this.#context, actor, () => {
      const id = this.#insert(first.value, copy, ownerId);
      erasures.insert({ entryId: id, ownerId, parentId: null });
      begun(id);
      return id;
    });
    let usage = usageOfCopies(first.value);
    for (const slice of slices) {
      // Stop early if the user has lost the permission: the change will be refused, and the frozen source may block its
      // owner.
      if (!allows(this.#deps.access.permissions(user, sourceId), wanted))
        return commit(this.#context, actor, () => change({}));
      await commit(this.#context, actor, () => this.#insert(slice, copy, ownerId));
      usage = sum(usage, usageOfCopies(slice));
    }
    const height = heightOf(copy);
    return commit(this.#context, actor, () => change({ copy: { sourceId, rootId, ownerId, usage, height } }));
  }

  /** @returns the id of the copy of the first row */
  #insert([first, ...others]: Slice, copy: SubtreeCopy, ownerId: number | null): number {
    const { subtreeCopies } = this.#context.tables;
    this.#deps.quota.assertDisk();
    this.#deps.quota.add(ownerId, usageOfCopies([first, ...others]));
    const rootId = subtreeCopies.insert(first, copy);
    const documents = others.flatMap((row) => {
      const copyId = subtreeCopies.insert(row, copy);
      return row.sha256 === null ? [] : [{ id: row.id, copyId, sha256: row.sha256 }];
    });
    noteUnreadCopies(this.#context, documents);
    return rootId;
  }
}

type Slice = readonly [SubtreeRow, ...SubtreeRow[]];
type Slices = Generator<Slice, void>;

function* inSlices(rows: Iterable<SubtreeRow>): Slices {
  let slice: [SubtreeRow, ...SubtreeRow[]] | undefined;
  let length = 0;
  for (const row of rows) {
    if (slice === undefined) slice = [row];
    else slice.push(row);
    length += (row.comments?.length ?? 0) + (row.properties?.length ?? 0);
    if (slice.length < SLICE && length < SLICE_LENGTH) continue;
    yield slice;
    slice = undefined;
    length = 0;
  }
  if (slice !== undefined) yield slice;
}

function sum(one: Usage, other: Usage): Usage {
  return { entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
}

function heightOf({ folders }: SubtreeCopy): number {
  let height = 0;
  for (const { level } of folders.values()) height = Math.max(height, level);
  return height;
}
