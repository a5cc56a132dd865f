import type { Undo } from '../../model/entries/undo.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { Message } from '../../model/errors/messages.ts';
import { storageFault } from '../../model/errors/storage-fault.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';
import type { UndoPass } from './outcomes.ts';
import { ownUndos } from './undo-tasks.ts';
import { type Assignment, type UndoProgress, UndoWork, type WorkDependencies } from './undo-work.ts';

/** Entries of a preview that are looked at before other requests run. */
const AT_A_TIME = 50;
/** Maximum number of entries in a preview. */
const MAX_LISTED = 10_000;
/** An entry of a preview. */
export interface PreviewedEntry {
  readonly entryId: number;
  readonly name: string;
  /** Why it would stay as it is; null: it would be put back. */
  readonly reason: Message | null;
}

/** What an undo would do. */
export interface UndoPreview extends UndoProgress {
  /** At most 10,000 of the entries. */
  readonly entries: readonly PreviewedEntry[];
}

type Dependencies = WorkDependencies;

/** An undo, or what would be one. */
type Planned = Pick<Undo, 'scope' | 'isOffice' | 'position' | 'beganAt'>;

/** Puts back the entries of an undo, in short transactions. */
export class UndoRun {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** Looks at the entries without changing them. One that waits for another one counts as put back. */
  async preview(user: UserActor, planned: Planned): Promise<UndoPreview> {
    const undo = { ...NOT_BEGUN, ...planned, userId: user.userId };
    const tasks = await this.#deps.undoTasks.of(undo);
    const undoIds = ownUndos(this.#context, undo);
    const pass: UndoPass = { undo, undoIds, user, tasks, ...NOTHING_DONE };
    const entries: PreviewedEntry[] = [];
    let [reverted, skipped] = [0, 0];
    for (const [index, task] of [...tasks.values()].entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await yieldToRequests();
      const outcome = this.#deps.reverting.revert(pass, task, {}, true);
      if (outcome.kind === 'outside') continue;
      const reason = outcome.kind === 'reverted' ? null : outcome.reason;
      if (reason) skipped += 1;
      else reverted += 1;
      if (entries.length < MAX_LISTED) entries.push({ entryId: task.entryId, name: outcome.name, reason });
    }
    return { total: reverted + skipped, reverted, skipped, entries };
  }

  /** Runs an undo to its end. @throws {DmsError} storage_full | unavailable | unauthenticated | forbidden | throttled */
  async run(assignment: Assignment): Promise<void> {
    const { undo } = assignment;
    try {
      const tasks = await this.#deps.undoTasks.of(undo);
      await new UndoWork(this.#context, this.#deps, assignment, tasks).finish();
    } catch (error) {
      const fault = storageFault(error) ?? error;
      await this.#noteStop(undo.id, fault);
      throw fault;
    }
  }

  /** Records why an undo stopped, if that is possible. */
  async #noteStop(id: number, error: unknown): Promise<void> {
    const { database, tables } = this.#context;
    if (!(error instanceof DmsError) || !database.isOpen) return;
    try {
      await database.transaction(() => {
        const undo = tables.undos.find(id);
        if (undo) tables.undos.update(id, { ...undo, stop: error.reason });
      });
    } catch {
      // The disk is full: the undo can be continued all the same.
    }
  }
}

const NOTHING_DONE = {
  pending: new Set<number>(),
  parked: new Set<number>(),
  byOthers: { isChanged: () => false, moved: () => undefined },
  isStuck: false,
  isLast: false,
};
const NOT_BEGUN = {
  id: 0,
  isOperator: false,
  activeAt: 0,
  endedAt: null,
  stop: null,
  total: 0,
  reverted: 0,
  skipped: 0,
};
