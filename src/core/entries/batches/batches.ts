import type { EntryRecord } from '../../../model/entries/entry.ts';
import { allows, READ } from '../../../model/entries/permissions.ts';
import { DmsError } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import { type Access, commit, requireUser } from '../../access/access.ts';
import type { EntryRecords } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import {
  type Erasures,
  type LargeChanges,
  NeedsCopy,
  NeedsSize,
  targetFolder,
} from '../../placement/placement.ts';
import {
  type Batch,
  BatchBudget,
  type BatchSteps,
  ExceedsBudget,
  type Step,
  type StepOptions,
  type TakenNumbers,
} from './batch-steps.ts';
import { LaterChanges } from './later-changes.ts';

/** Maximum rows that a batch transaction copies, measures or purges, which takes about 30 ms. */
const MAX_ROWS = 1500;
/** Milliseconds after which a batch transaction starts no further entry. */
const MAX_MS = 10;
/** Entries read before other requests run. */
const AT_A_TIME = 100;
/** Error codes that concern the whole batch, not a single entry. */
const OF_ALL: ReadonlySet<string> = new Set(['unauthenticated', 'unavailable', 'database_locked']);

/** Result for one entry of a batch. */
export type BatchResult = { readonly id: number } & (
  | {
      readonly status: 'done';
      /** The entry or its copy; undefined if there is none, or the actor can no longer read it. */
      readonly entry: EntryRecord | undefined;
    }
  | Extract<Step, { readonly status: 'skipped' }>
  | { readonly status: 'failed'; readonly error: DmsError }
);

type Outcome = Step | { readonly status: 'failed'; readonly error: DmsError };

interface Dependencies {
  readonly access: Access;
  readonly batchSteps: BatchSteps;
  readonly erasures: Erasures;
  readonly largeChanges: LargeChanges;
  readonly records: EntryRecords;
}

/** Applies one operation to many entries. An error on one entry does not affect the others. */
export class Batches {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Moves, copies, deletes, restores or purges entries. Groups them into transactions of some milliseconds, so that
   * other requests run in between. Prepares a large folder as the operation on a single entry does. An entry beneath
   * another entry of the batch is moved, copied or deleted with that one.
   * @returns one result per entry, in the order of `batch.ids`
   * @throws {DmsError} unauthenticated | forbidden (the token lacks the scope `write`) | invalid (folder_id)
   */
  async run(actor: Actor, batch: Batch): Promise<readonly BatchResult[]> {
    const user = requireUser(actor, 'write');
    await commit(this.#context, user, () => this.#assertTarget(user, batch));
    const ancestors = await this.#selectedAncestors(user, batch);
    const left = this.#inOrder(batch).filter((id) => !ancestors.has(id));
    const changes = this.#laterChanges(user, batch);
    let numbers: TakenNumbers = new Map();
    const outcomes = new Map<number, Outcome>();
    while (left.length > 0) {
      const known = numbers;
      await changes?.readAhead();
      const some = await commit(this.#context, user, () => {
        // The transaction may be retried. Its own numbers are free again after a rollback, so each run starts from a
        // copy.
        numbers = new Map(known);
        return this.#runSome(user, batch, left, { numbers, changes });
      });
      for (const [id, outcome] of some) outcomes.set(id, outcome);
      left.splice(0, some.length);
      if (some.length > 0) continue;
      for (const id of left.splice(0, 1))
        outcomes.set(id, await this.#runAlone(user, batch, id, { numbers, changes }));
    }
    if (batch.action === 'purge')
      for (const [id, { status }] of outcomes) if (status === 'done') await this.#deps.erasures.finish(id);
    for (const [id, ancestor] of ancestors)
      outcomes.set(id, outcomeWithin(outcomes.get(ancestor.id), { batch, id, ancestor }));
    return this.#results(user, batch, outcomes);
  }

  #assertTarget(user: UserActor, batch: Batch): void {
    if ('folderId' in batch && batch.folderId !== undefined)
      targetFolder(this.#deps.access, user, batch.folderId, 'write');
  }

  #laterChanges(user: UserActor, { action, unchangedSince }: Batch): LaterChanges | undefined {
    if (unchangedSince === undefined) return undefined;
    return new LaterChanges(this.#context, user, unchangedSince, action === 'delete');
  }

  /** @returns results for the first entries; empty if the first one needs a transaction of its own */
  #runSome(
    user: UserActor,
    batch: Batch,
    ids: readonly number[],
    { numbers, changes }: Progress,
  ): readonly (readonly [number, Outcome])[] {
    const budget = new BatchBudget(MAX_ROWS, numbers);
    const assertUnchanged = changes?.inTransaction() ?? acceptAll;
    const end = performance.now() + MAX_MS;
    const outcomes: (readonly [number, Outcome])[] = [];
    for (const id of ids) {
      const outcome = this.#attempt(user, batch, id, { budget, prepared: {}, assertUnchanged });
      if (!outcome) break;
      outcomes.push([id, outcome]);
      if (performance.now() > end) break;
    }
    return outcomes;
  }

  /** @returns undefined if the entry needs a transaction of its own */
  #attempt(user: UserActor, batch: Batch, id: number, options: StepOptions): Outcome | undefined {
    try {
      const run = () => this.#deps.batchSteps.run(user, batch, id, options);
      return this.#context.documentChanges.part(() => this.#context.database.part(run));
    } catch (error) {
      if (error instanceof ExceedsBudget || error instanceof NeedsCopy || error instanceof NeedsSize)
        return undefined;
      return failed(error);
    }
  }

  async #runAlone(
    user: UserActor,
    batch: Batch,
    id: number,
    { numbers, changes }: Progress,
  ): Promise<Outcome> {
    const budget = BatchBudget.unlimited(numbers);
    try {
      return await this.#deps.largeChanges.commit(user, (prepared) => {
        const assertUnchanged = changes?.inTransaction() ?? acceptAll;
        return this.#deps.batchSteps.run(user, batch, id, { budget, prepared, assertUnchanged });
      });
    } catch (error) {
      // Earlier transactions of the batch stay committed, so their results must reach the caller.
      if (error instanceof DmsError) return { status: 'failed', error };
      throw error;
    }
  }

  /**
   * Entries beneath another entry of the batch, each with the topmost such entry. Ignores entries that the user may not
   * read: the result must not reveal that they exist.
   */
  async #selectedAncestors(user: UserActor, { action, ids }: Batch): Promise<Map<number, SelectedAncestor>> {
    const ancestors = new Map<number, SelectedAncestor>();
    if (action === 'restore' || action === 'purge') return ancestors;
    const { access } = this.#deps;
    const wanted = new Set(ids);
    for (const [index, id] of ids.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await yieldToRequests();
      const entry = this.#context.tables.entries.find(id);
      const entryAccess = entry && access.readable(user, entry);
      if (!entryAccess) continue;
      const ancestor = entryAccess.lineage
        .slice(1)
        .findLast((above) => wanted.has(above.id) && allows(access.permissions(user, above.id), READ));
      if (ancestor) ancestors.set(id, ancestor);
    }
    return ancestors;
  }

  /**
   * For a restore, the entry that was deleted last comes first: the former folder of an entry may be in the trash too.
   */
  #inOrder({ action, ids }: Batch): readonly number[] {
    if (action !== 'restore') return ids;
    const { trash } = this.#context.tables;
    const deletedAt = new Map(ids.map((id) => [id, trash.find(id)?.deletedAt ?? 0]));
    return ids.toSorted((one, other) => (deletedAt.get(other) ?? 0) - (deletedAt.get(one) ?? 0));
  }

  async #results(
    user: UserActor,
    { ids }: Batch,
    outcomes: ReadonlyMap<number, Outcome>,
  ): Promise<readonly BatchResult[]> {
    const wanted = [...outcomes.values()].flatMap((outcome) =>
      outcome.status === 'done' && outcome.entryId !== undefined ? [outcome.entryId] : [],
    );
    const records = await this.#records(user, wanted);
    return ids.flatMap((id): BatchResult[] => {
      const outcome = outcomes.get(id);
      if (!outcome) return [];
      if (outcome.status !== 'done') return [{ id, ...outcome }];
      return [{ id, status: 'done', entry: records.get(outcome.entryId ?? -1) }];
    });
  }

  /** Records of the entries that the user can read, by id. */
  async #records(user: UserActor, ids: readonly number[]): Promise<ReadonlyMap<number, EntryRecord>> {
    const { access, records } = this.#deps;
    const found = new Map<number, EntryRecord>();
    for (let start = 0; start < ids.length; start += AT_A_TIME) {
      if (start > 0) await yieldToRequests();
      const sources = this.#context.tables.entries
        .listByIds(ids.slice(start, start + AT_A_TIME))
        .flatMap((entry) => {
          const entryAccess = access.readable(user, entry);
          return entryAccess ? [records.source(user, entry, entryAccess)] : [];
        });
      for (const record of records.listShort(user, sources)) found.set(record.id, record);
    }
    return found;
  }
}

/** What the transactions of a batch share. */
interface Progress {
  readonly numbers: TakenNumbers;
  readonly changes: LaterChanges | undefined;
}

function acceptAll(): void {
  // Without a precondition, an entry may have changed.
}

/** An entry of the batch that contains other entries of the batch. */
interface SelectedAncestor {
  readonly id: number;
  readonly name: string;
}

/** Result for an entry beneath another entry of the batch. */
function outcomeWithin(
  outcome: Outcome | undefined,
  { batch, id, ancestor }: { batch: Batch; id: number; ancestor: SelectedAncestor },
): Outcome {
  if (outcome?.status === 'done')
    return { status: 'done', entryId: batch.action === 'move' ? id : undefined };
  return { status: 'skipped', reason: message('included', { folder: ancestor.name }) };
}

function failed(error: unknown): Outcome {
  if (error instanceof DmsError && !OF_ALL.has(error.code)) return { status: 'failed', error };
  throw error;
}
