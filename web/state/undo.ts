import { asApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { hideToast, latestToast, showToast } from './toasts.ts';

/** Maximum number of changes that can be undone. */
const UNDO_KEPT = 20;

/** Changes of this tab that can be undone, the latest last, with the id and text of their messages. */
let undoable: { readonly id: number; readonly text: string; readonly undo: () => Promise<void> }[] = [];

/** Settles when the service has responded to all pending changes. */
let answered: Promise<unknown> = Promise.resolve();

/** Shows a message about a change that can be undone. */
export function showUndoable(text: string, undo: () => Promise<void>): void {
  const id = showToast(text, 'done', true);
  undoable = [...undoable, { id, text, undo }].slice(-UNDO_KEPT);
}

/**
 * Makes the next {@link undo} wait for a pending change, because the user means that change by the latest one.
 * @returns the change
 */
export function holdUndo<T>(change: Promise<T>): Promise<T> {
  answered = Promise.allSettled([answered, change]);
  return change;
}

/** Runs undos one after the other, because one may depend on the entries that the previous one restored. */
let undone: Promise<unknown> = Promise.resolve();

/**
 * Undoes a change of this tab.
 * @param id of its message; default: the latest change
 * @returns false if there is nothing to undo
 */
export function undo(id?: number): Promise<boolean> {
  const first = Promise.allSettled([undone, id === undefined ? answered : undefined]);
  const work = first.then(() => runUndo(id));
  undone = work;
  return work;
}

async function runUndo(id: number | undefined): Promise<boolean> {
  const found = id === undefined ? undoable.at(-1) : undoable.find((each) => each.id === id);
  if (found === undefined) return false;
  undoable = undoable.filter((each) => each !== found);
  hideToast(found.id);
  try {
    const before = latestToast();
    await found.undo();
    // Ctrl+Z may undo something off-screen, so confirm it, unless the undo has shown a message of its own.
    if (id === undefined && latestToast() === before) showToast(t().undone(found.text));
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
    // Keep it for a retry after the connection is back.
    if (asApiError(error).isOffline) undoable = [...undoable, found];
  }
  return true;
}
