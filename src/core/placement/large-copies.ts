import type { Actor } from '../../model/actor.ts';
import { DmsError } from '../../model/errors.ts';
import type { Usage } from '../../model/user.ts';
import { type SubtreeCopy, SubtreeReader, type SubtreeRow, usageOfCopies } from '../../storage/tree/tree.ts';
import { commit } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Turns } from '../turns.ts';
import type { Quota } from '../versions/versions.ts';
import type { Erasing } from './erasing.ts';

/** Entries in one transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;
/** How often a copy is prepared for one request, if its source becomes another one meanwhile. */
const ATTEMPTS = 3;
const RETRY_AFTER_S = 5;

/** Thrown by a change that would copy more than one transaction should. {@link LargeCopies} catches it. */
export class LargeCopy extends Error {
  readonly sourceId: number;
  readonly userId: number;
  /** Owner of the home that the copy is put into; null: a system folder. */
  readonly ownerId: number | null;

  constructor(sourceId: number, userId: number, ownerId: number | null) {
    super('the copy must be prepared');
    this.sourceId = sourceId;
    this.userId = userId;
    this.ownerId = ownerId;
  }
}

/** A whole copy of an entry that is in no folder yet. */
export interface PreparedCopy {
  readonly sourceId: number;
  readonly rootId: number;
  /** The user whose limits it counts against; null: none. */
  readonly ownerId: number | null;
  readonly usage: Usage;
}

/** What {@link LargeCopies} works with. */
interface Parts {
  readonly erasing: Erasing;
  readonly quota: Quota;
}

/**
 * Makes copies of large folders in small transactions that let others run. The copy shows the folder as it was at one
 * moment. It is out of everybody's reach until its last transaction puts it into its folder.
 */
export class LargeCopies {
  readonly #context: Context;
  readonly #parts: Parts;
  /** One at a time: while a snapshot is open, the write-ahead log cannot be reset, and it must be some time. */
  readonly #turns = new Turns('Too many copies of large folders at once. Try again in a moment.');

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * As `commit`, for a change that may copy a folder. If that is large, the copy is prepared, and the change runs
   * again: it makes all its checks anew. Large copies are made one after another, the users in turn.
   * @param change gets the prepared copy
   * @throws {DmsError} quota_exceeded, also while the copy is prepared | throttled: too many large copies of the
   * user wait, or the source becomes another one again and again
   */
  async commit<T>(actor: Actor, change: (prepared: PreparedCopy | undefined) => T): Promise<T> {
    try {
      return await commit(this.#context, actor, () => change(undefined));
    } catch (error) {
      if (!(error instanceof LargeCopy)) throw error;
      return this.#turns.run(error.userId, () => this.#prepareAndCommit(actor, change, error));
    }
  }

  async #prepareAndCommit<T>(
    actor: Actor,
    change: (prepared: PreparedCopy | undefined) => T,
    large: LargeCopy,
    attempts = ATTEMPTS,
  ): Promise<T> {
    await this.#context.database.readersMayBegin();
    const batches = this.#batches(large.sourceId);
    try {
      return await this.#copyAndCommit(actor, change, large, batches);
    } catch (error) {
      if (!(error instanceof LargeCopy)) throw error;
      if (attempts === 1) throw unsettled();
      return await this.#prepareAndCommit(actor, change, error, attempts - 1);
    } finally {
      batches.return();
    }
  }

  /** A folder as it is now, part by part. The write-ahead log grows until all was read, or `return` was called. */
  *#batches(sourceId: number): Batches {
    const snapshot = this.#context.database.snapshots.open();
    try {
      yield* inBatches(new SubtreeReader(snapshot).rows(sourceId));
    } finally {
      snapshot.close();
    }
  }

  async #copyAndCommit<T>(
    actor: Actor,
    change: (prepared: PreparedCopy | undefined) => T,
    { sourceId, userId, ownerId }: LargeCopy,
    batches: Batches,
  ): Promise<T> {
    const { erasures } = this.#context.tables;
    const copy = { at: this.#context.now(), by: userId, folders: new Map<number, number>() };
    const first = batches.next();
    // It was deleted meanwhile.
    if (first.done === true) return commit(this.#context, actor, () => change(undefined));
    const rootId = await commit(this.#context, actor, () => {
      const id = this.#insert(first.value, copy, ownerId);
      erasures.insert({ entryId: id, ownerId, parentId: null });
      return id;
    });
    return this.#parts.erasing.deleteUnlessPlaced(rootId, async () => {
      let usage = usageOfCopies(first.value);
      for (const batch of batches) {
        await commit(this.#context, actor, () => this.#insert(batch, copy, ownerId));
        usage = sum(usage, usageOfCopies(batch));
      }
      return commit(this.#context, actor, () => change({ sourceId, rootId, ownerId, usage }));
    });
  }

  /** @returns the id of the copy of the first row */
  #insert([first, ...others]: Batch, copy: SubtreeCopy, ownerId: number | null): number {
    const { subtreeCopies } = this.#context.tables;
    this.#parts.quota.add(ownerId, usageOfCopies([first, ...others]));
    const id = subtreeCopies.insert(first, copy);
    for (const row of others) subtreeCopies.insert(row, copy);
    return id;
  }
}

type Batch = readonly [SubtreeRow, ...SubtreeRow[]];
type Batches = Generator<Batch, void>;

function* inBatches(rows: Iterable<SubtreeRow>): Batches {
  let batch: [SubtreeRow, ...SubtreeRow[]] | undefined;
  for (const row of rows) {
    if (batch === undefined) batch = [row];
    else batch.push(row);
    if (batch.length < SLICE) continue;
    yield batch;
    batch = undefined;
  }
  if (batch !== undefined) yield batch;
}

function sum(one: Usage, other: Usage): Usage {
  return { entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
}

function unsettled(): DmsError {
  const message = 'Another folder takes the place of the one to copy again and again; try again later.';
  return new DmsError('throttled', message, { retryAfter: RETRY_AFTER_S });
}
