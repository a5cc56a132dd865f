import { asApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { hideToast, latestToast, showToast } from './toasts.ts';

/** Maximum number of changes that can be undone. */
const UNDO_KEPT = 20;

/** Another outcome that the message of a change offers instead of its undo. */
export interface Alternative {
  readonly label: string;
  readonly run: () => Promise<void>;
}

interface Undoable {
  /** Id and text of the message. */
  readonly id: number;
  readonly text: string;
  readonly undo: () => Promise<void>;
  readonly alternative?: Alternative | undefined;
}

/** Changes of this tab that can be undone, the latest last. */
let undoable: readonly Undoable[] = [];

/** Settles when the service has responded to all pending changes. */
let answered: Promise<unknown> = Promise.resolve();

/** Shows a message about a change that can be undone. */
export function showUndoable(text: string, undo: () => Promise<void>, alternative?: Alternative): void {
  const id = showToast(text, 'done', { isUndoable: true, alternative: alternative?.label });
  undoable = [...undoable, { id, text, undo, alternative }].slice(-UNDO_KEPT);
}

/**
 * Makes the next {@link undo} wait for a pending change, because the user means that change by the latest one.
 * @returns the change
 */
export function holdUndo<T>(change: Promise<T>): Promise<T> {
  answered = Promise.allSettled([answered, change]);
  return change;
}

/** Settles when the latest undo has ended. The next one waits for it, because it may need the entries that it restored. */
let undone: Promise<unknown> = Promise.resolve();

/**
 * Undoes a change of this tab.
 * @param id of its message; default: the latest change
 * @returns false if there is nothing to undo
 */
export function undo(id?: number): Promise<boolean> {
  return inTurn(
    () => (id === undefined ? undoable.at(-1) : undoable.find((each) => each.id === id)),
    async (found) => {
      const before = latestToast();
      await found.undo();
      // Ctrl+Z may undo something off-screen, so confirm it, unless the undo has shown a message of its own.
      if (id === undefined && latestToast() === before) showToast(t().undone(found.text));
    },
    id === undefined ? answered : undefined,
  );
}

/** Runs the alternative of a change of this tab. @param id of its message */
export function insteadOf(id: number): Promise<boolean> {
  return inTurn(
    () => undoable.find((each) => each.id === id),
    async ({ alternative }) => alternative?.run(),
  );
}

/** Takes a change from the list and runs its undo or its alternative, after the previous one. */
function inTurn(
  find: () => Undoable | undefined,
  run: (found: Undoable) => Promise<void>,
  after?: Promise<unknown>,
): Promise<boolean> {
  const work = Promise.allSettled([undone, after]).then(async () => {
    const found = find();
    if (found === undefined) return false;
    undoable = undoable.filter((each) => each !== found);
    hideToast(found.id);
    try {
      await run(found);
    } catch (error) {
      showToast(asApiError(error).message, 'failed');
      // Keep it for a retry after the connection is back.
      if (asApiError(error).isOffline) undoable = [...undoable, found];
    }
    return true;
  });
  undone = work;
  return work;
}
