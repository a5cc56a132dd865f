import type { ChangesOf, RecordedChange } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';
import { belongs, REVERSIBLE } from './undo-tasks.ts';

/** Records read before other requests run. */
const SLICE = 500;

interface Undone {
  readonly changes: ChangesOf;
  /** The steps of this undo do not count. */
  readonly undoId: number;
  /** Id of an activity: later ones count. */
  readonly after: number;
}

/** Newest change by another user, by the id of the changed entry and of each folder above it. */
type Newest = Map<number, number>;

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
   * The check for one transaction. What it reads is forgotten with it, because the transaction may be rolled back.
   * @returns a function from the id of a folder and that of an activity: true if others have changed the folder, or
   * something beneath it, after that activity
   */
  inTransaction(): (folderId: number, after: number) => boolean {
    const recent: Newest = new Map();
    let position = this.#position;
    return (folderId, after) => {
      for (let isMore = true; isMore; ) ({ position, isMore } = this.#read(position, recent));
      return (recent.get(folderId) ?? this.#committed.get(folderId) ?? 0) > after;
    };
  }

  #read(position: number, newest: Newest): { position: number; isMore: boolean } {
    const { ancestry, recordedChanges } = this.#context.tables;
    const found = recordedChanges.after(position, SLICE);
    for (const change of found) {
      const { entryId, parentId, id } = change;
      if (entryId === null || !this.#counts(change)) continue;
      newest.set(entryId, id);
      if (parentId !== null) for (const above of ancestry.ofFolder(parentId)) newest.set(above.id, id);
    }
    return { position: found.at(-1)?.id ?? position, isMore: found.length === SLICE };
  }

  #counts(change: RecordedChange): boolean {
    const { changes, undoId } = this.#undone;
    return COUNTED.has(change.action) && change.undoId !== undoId && !belongs(change, changes);
  }
}

const COUNTED: ReadonlySet<string> = new Set(REVERSIBLE);
