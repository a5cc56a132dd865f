import type { Undo } from '../../model/entries/undo.ts';
import { busy, DmsError } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { commit, paused } from '../access/access.ts';
import type { Context } from '../context.ts';
import { type LargeChanges, NeedsSize, type Prepared } from '../placement/placement.ts';
import type { Quota } from '../versions/versions.ts';
import { OthersChanges } from './others-changes.ts';
import type { Outcome, UndoPass } from './outcomes.ts';
import type { Reverting } from './reverting.ts';
import { changesOf, ownUndos, type UndoTask, type UndoTasks } from './undo-tasks.ts';

/** Milliseconds after which a transaction starts no further entry. */
const MAX_MS = 4;
/** Maximum number of entries in a transaction. */
const MAX_AT_ONCE = 200;
/** Maximum number of entries whose reasons are stored. */
const MAX_LISTED = 10_000;
/** Codes of errors that concern the whole undo, not a single entry. */
const OF_ALL: ReadonlySet<string> = new Set([
  'unauthenticated',
  'unavailable',
  'database_locked',
  'storage_full',
]);

/** How far an undo is, in entries. */
export type UndoProgress = Pick<Undo, 'total' | 'reverted' | 'skipped'>;

export interface WorkDependencies {
  readonly largeChanges: LargeChanges;
  readonly quota: Quota;
  readonly reverting: Reverting;
  readonly undoTasks: UndoTasks;
}

type Result = readonly [UndoTask, Outcome];
type Done = readonly [UndoTask, Exclude<Outcome, { kind: 'blocked' }>];
type Blocked = readonly [UndoTask, Extract<Outcome, { kind: 'blocked' }>];
/** An undo, and the user who works at it. */
export interface Assignment {
  readonly undo: Undo;
  readonly user: UserActor;
  /** Called after each slice. */
  readonly report?: ((progress: UndoProgress) => void) | undefined;
  /** True if the service stops. */
  readonly isStopped: () => boolean;
}

/** One run of one undo. */
export class UndoWork {
  readonly #context: Context;
  readonly #deps: WorkDependencies;
  readonly #assignment: Assignment;
  readonly #pending = new Set<number>();
  readonly #parked = new Set<number>();
  readonly #tasks: ReadonlyMap<number, UndoTask>;
  readonly #othersChanges: OthersChanges;
  readonly #undoIds: ReadonlySet<number>;
  #progress: UndoProgress;
  #listed = 0;
  #isStuck = false;
  #isLast = false;

  constructor(
    context: Context,
    deps: WorkDependencies,
    assignment: Assignment,
    tasks: ReadonlyMap<number, UndoTask>,
  ) {
    this.#context = context;
    this.#deps = deps;
    this.#assignment = assignment;
    this.#tasks = tasks;
    this.#progress = { total: tasks.size, reverted: 0, skipped: 0 };
    const { scope, position } = assignment.undo;
    this.#undoIds = ownUndos(context, assignment.undo);
    const after = tasks.values().reduce((least, task) => Math.min(least, task.after), position);
    this.#othersChanges = new OthersChanges(context, {
      ...{ changes: changesOf(scope), undoIds: this.#undoIds, after },
    });
  }

  /** @throws {DmsError} storage_full | unavailable | unauthenticated | forbidden */
  async finish(): Promise<void> {
    const { undo, user } = this.#assignment;
    const { undos } = this.#context.tables;
    for (const id of this.#tasks.keys()) this.#pending.add(id);
    await commit(this.#context, user, () => {
      undos.deleteSkips(undo.id);
      undos.update(undo.id, { ...this.#progress, activeAt: this.#context.now(), endedAt: null, stop: null });
    });
    let rounds = 0;
    for (let tasks: readonly UndoTask[] = [...this.#tasks.values()]; tasks.length > 0; ) {
      const blocked = await this.#round(tasks);
      // An entry that gave way has ended nothing, but the next round may end something.
      rounds = blocked.length < tasks.length || this.#park(blocked) ? 0 : rounds + 1;
      this.#isStuck = rounds > 0;
      this.#isLast = rounds > 1;
      tasks = freeingFirst(blocked);
    }
    await commit(this.#context, user, () => {
      const now = this.#context.now();
      undos.update(undo.id, { ...this.#progress, activeAt: now, endedAt: now, stop: null });
    });
  }

  /** Lets the entries whose names wait for one another give way. @returns false if there are none */
  #park(blocked: readonly Blocked[]): boolean {
    const waiting = blocked.filter(
      ([{ entryId }, { holder }]) => holder !== undefined && !this.#parked.has(entryId),
    );
    for (const [{ entryId }] of waiting) this.#parked.add(entryId);
    return waiting.length > 0;
  }

  /** @returns the tasks that others block */
  async #round(tasks: readonly UndoTask[]): Promise<readonly Blocked[]> {
    const blocked: Blocked[] = [];
    for (let next = 0; next < tasks.length; ) {
      if (this.#assignment.isStopped()) throw busy(message('stopping'));
      await this.#othersChanges.readAhead();
      const slice = await this.#slice(tasks, next);
      const { ended, waiting } = split(slice.length > 0 ? slice : await this.#alone(tasks, next));
      blocked.push(...waiting);
      for (const [{ entryId }] of ended) this.#pending.delete(entryId);
      next += ended.length + waiting.length;
      this.#assignment.report?.(this.#progress);
    }
    return blocked;
  }

  /** Some milliseconds of tasks in one transaction. @returns empty if the first one needs a transaction of its own */
  async #slice(tasks: readonly UndoTask[], first: number): Promise<readonly Result[]> {
    const { user } = this.#assignment;
    let progress = this.#progress;
    const results = await commit(this.#context, user, () => {
      // The transaction may run again after a rollback.
      const found: Result[] = [];
      const pass = this.#pass();
      const end = performance.now() + MAX_MS;
      for (const task of tasks.slice(first, first + MAX_AT_ONCE)) {
        const outcome = this.#attempt(pass, task);
        if (!outcome) break;
        found.push([task, outcome]);
        if (performance.now() > end) break;
      }
      progress = this.#record(found);
      return found;
    });
    this.#progress = progress;
    return results;
  }

  /** @returns undefined if the entry needs a transaction of its own */
  #attempt(pass: UndoPass, task: UndoTask): Outcome | undefined {
    try {
      return this.#context.database.part(() => this.#revert(pass, task, {}));
    } catch (error) {
      if (error instanceof NeedsSize) return undefined;
      return this.#refused(task, error);
    }
  }

  /** A large folder, which is measured before its transaction. */
  async #alone(tasks: readonly UndoTask[], index: number): Promise<readonly Result[]> {
    const { user } = this.#assignment;
    const task = tasks[index];
    if (!task) return [];
    let progress = this.#progress;
    const recorded = (outcome: Outcome): Outcome => {
      progress = this.#record([[task, outcome]]);
      return outcome;
    };
    const outcome = await this.#deps.largeChanges
      .commit(user, (prepared) => recorded(this.#revert(this.#pass(), task, prepared)))
      .catch((error: unknown) => commit(this.#context, user, () => recorded(this.#refused(task, error))));
    this.#progress = progress;
    return [[task, outcome]];
  }

  /** What the tasks of one transaction share. */
  #pass(): UndoPass {
    const { undo, user } = this.#assignment;
    const { isPaused } = this.#context.tables.users.find(user.userId) ?? { isPaused: false };
    // Those of the command line and of the office are the administrators'.
    if (isPaused && !undo.isOperator && !undo.isOffice) throw paused();
    return {
      undo,
      undoIds: this.#undoIds,
      user,
      tasks: this.#tasks,
      pending: this.#pending,
      parked: this.#parked,
      byOthers: this.#othersChanges.inTransaction(),
      isStuck: this.#isStuck,
      isLast: this.#isLast,
    };
  }

  #revert(pass: UndoPass, task: UndoTask, prepared: Prepared): Outcome {
    const { quota, reverting } = this.#deps;
    const revert = () => reverting.revert(pass, task, prepared, false);
    const outcome = pass.undo.isOffice ? quota.withoutLimits(revert) : revert();
    return pass.isLast && outcome.kind === 'blocked' ? { ...outcome, kind: 'skipped' } : outcome;
  }

  /** An entry that the service refused to change, which the user may read. */
  #refused({ entryId, name }: UndoTask, error: unknown): Outcome {
    if (!(error instanceof DmsError) || OF_ALL.has(error.code)) throw error;
    const now = this.#context.tables.entries.find(entryId)?.name;
    return { kind: 'skipped', name: now ?? name ?? '', reason: error.reason };
  }

  /** Records the results within their transaction. @returns the progress after them */
  #record(results: readonly Result[]): UndoProgress {
    const { undo } = this.#assignment;
    const { undos } = this.#context.tables;
    let { total, reverted, skipped } = this.#progress;
    for (const [{ entryId }, outcome] of results) {
      if (outcome.kind === 'outside') total -= 1;
      if (outcome.kind === 'reverted') reverted += 1;
      if (outcome.kind === 'skipped') skipped += 1;
      const reason = reasonOf(outcome);
      if (!reason || !('name' in outcome) || this.#listed >= MAX_LISTED) continue;
      this.#listed += 1;
      undos.addSkip(undo.id, { entryId, name: outcome.name, reason });
    }
    const activeAt = this.#context.now();
    undos.update(undo.id, { total, reverted, skipped, activeAt, endedAt: null, stop: null });
    return { total, reverted, skipped };
  }
}

/** The tasks in an order in which each one comes after the one that frees its name, unless they wait for one another. */
function freeingFirst(blocked: readonly Blocked[]): readonly UndoTask[] {
  const waiting = Map.groupBy(blocked, ([, { holder }]) => holder);
  const ids = new Set(blocked.map(([{ entryId }]) => entryId));
  const ordered = new Set<UndoTask>();
  for (const [first, { holder }] of blocked) {
    if (holder !== undefined && ids.has(holder)) continue;
    const next = [first];
    for (let task = next.pop(); task !== undefined; task = next.pop()) {
      ordered.add(task);
      next.push(...(waiting.get(task.entryId) ?? []).map(([each]) => each));
    }
  }
  for (const [task] of blocked) ordered.add(task);
  return [...ordered];
}

function split(results: readonly Result[]): { ended: readonly Done[]; waiting: readonly Blocked[] } {
  const ended: Done[] = [];
  const waiting: Blocked[] = [];
  for (const [task, outcome] of results)
    if (outcome.kind === 'blocked') waiting.push([task, outcome]);
    else ended.push([task, outcome]);
  return { ended, waiting };
}

function reasonOf(outcome: Outcome): Message | undefined {
  if (outcome.kind === 'skipped') return outcome.reason;
  return outcome.kind === 'reverted' ? outcome.note : undefined;
}
