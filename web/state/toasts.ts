import { signal } from '@preact/signals';
import { asApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';

/** Display time of a message. */
const SHOWN_MS = 10_000;
/** Maximum number of changes that can be undone. */
const UNDO_KEPT = 20;

/** A short message at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed' | 'running';
  /** Undoes the change that the message reports. */
  readonly undo?: (() => Promise<void>) | undefined;
}

let lastId = 0;
let undoable: { readonly id: number; readonly text: string; readonly undo: () => Promise<void> }[] = [];

/** Settles when the service has responded to all pending changes. */
let answered: Promise<unknown> = Promise.resolve();

/** The visible messages, newest last. */
export const toasts = signal<readonly Toast[]>([]);

/** Shows a message for {@link SHOWN_MS}. */
export function showToast(text: string, kind: Toast['kind'] = 'done', undo?: () => Promise<void>): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, undo }];
  if (undo) undoable = [...undoable, { id, text, undo }].slice(-UNDO_KEPT);
  setTimeout(() => hideToast(id), SHOWN_MS);
}

/** A message that reports the progress of long work. */
export interface Progress {
  /** Updates the text. */
  readonly tell: (text: string) => void;
  /** Hides the message. */
  readonly end: () => void;
}

/** Shows a message until the work that it reports ends. Until then the browser asks before it closes the page. */
export function showProgress(): Progress {
  const id = ++lastId;
  const keepPage = (event: Event): void => event.preventDefault();
  addEventListener('beforeunload', keepPage);
  return {
    tell: (text) => {
      const others = toasts.value.filter((toast) => toast.id !== id);
      toasts.value = [...others, { id, text, kind: 'running' }];
    },
    end: () => {
      removeEventListener('beforeunload', keepPage);
      hideToast(id);
    },
  };
}

/** Hides a message. */
export function hideToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
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
    const before = lastId;
    await found.undo();
    // Ctrl+Z may undo something off-screen, so confirm it, unless the undo has shown a message of its own.
    if (id === undefined && lastId === before) showToast(t().undone(found.text));
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
    // Keep it for a retry after the connection is back.
    if (asApiError(error).isOffline) undoable = [...undoable, found];
  }
  return true;
}
