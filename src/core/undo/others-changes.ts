import type { ChangesOf, RecordedChange } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';
import { belongs, REVERSIBLE } from './undo-tasks.ts';

/** Records read before other requests run. */
const SLICE = 500;

interface Undone {
  readonly changes: ChangesOf;
  /** Undos whose steps do not count. */
  readonly undoIds: ReadonlySet<number>;
  /** Id of an activity: later ones count. */
  readonly after: number;
}

/** Newest change by another user, by the id of the changed entry and of each folder above it. */
type Newest = Map<number, number>;

/** The changes of others, for one transaction. */
export interface ChangesByOthers {
  /** True if others have changed the folder, or something beneath it, after an activity. */
  isChanged(folderId: number, after: number): boolean;
  /** The undo has moved an entry into a folder: what others changed beneath it is beneath that folder now. */
  moved(entryId: number, folderId: number): void;
}

/**
 * The changes of others beneath folders, so that a folder that goes back to the trash does not take them along. Every
 * change writes to the activity log within its transaction, so that the log misses none.
 */
export class OthersChanges {
  readonly #context: Context;
  readonly #undone: Undone;
  /** What was read outside transactions. */
  readonly #committed: Newest = new Map();
  #position: number;

  constructor(context: Context, undone: Undone) {
    this.#context = context;
    this.#undone = undone;
    this.#position = undone.after;
  }

  /** Reads the log before a transaction, so that the transaction has little left to read. */
  async readAhead(): Promise<void> {
    for (let isMore = true; isMore; ) {
      const read = this.#read(this.#position, this.#committed);
      isMore = read.isMore;
      this.#position = read.position;
      if (isMore) await yieldToRequests();
    }
  }

  /**
   * The changes for one transaction. What it reads is forgotten with it, because the transaction may be rolled back. What
   * it moves is kept: after a rollback, at most a folder more is left.
   */
  inTransaction(): ChangesByOthers {
    const recent: Newest = new Map();
    let position = this.#position;
    return {
      isChanged: (folderId, after) => {
        for (let isMore = true; isMore; ) ({ position, isMore } = this.#read(position, recent));
        return (recent.get(folderId) ?? this.#committed.get(folderId) ?? 0) > after;
      },
      moved: (entryId, folderId) => {
        for (const newest of [recent, this.#committed])
          this.#note(newest, folderId, newest.get(entryId) ?? 0);
      },
    };
  }

  #read(position: number, newest: Newest): { position: number; isMore: boolean } {
    const { recordedChanges } = this.#context.tables;
    const found = recordedChanges.after(position, SLICE);
    for (const change of found) {
      const { entryId, parentId, id } = change;
      if (entryId === null || !this.#counts(change)) continue;
      newest.set(entryId, id);
      if (parentId !== null) this.#note(newest, parentId, id);
    }
    return { position: found.at(-1)?.id ?? position, isMore: found.length === SLICE };
  }

  /** Notes a change for a folder and those above it. */
  #note(newest: Newest, folderId: number, id: number): void {
    if (id === 0) return;
    for (const above of this.#context.tables.ancestry.ofFolder(folderId))
      newest.set(above.id, Math.max(id, newest.get(above.id) ?? 0));
  }

  #counts(change: RecordedChange): boolean {
    const { changes, undoIds } = this.#undone;
    const isOfUndo = change.undoId !== null && undoIds.has(change.undoId);
    return COUNTED.has(change.action) && !isOfUndo && !belongs(change, changes);
  }
}

const COUNTED: ReadonlySet<string> = new Set(REVERSIBLE);
