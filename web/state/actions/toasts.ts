import { signal } from '@preact/signals';
import { asApiError } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';

/** How long a message stays. */
const SHOWN_MS = 10_000;
/** How many changes can be taken back. */
const UNDO_KEPT = 20;

/** A short message at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed' | 'running';
  /** Takes back what the message tells of. */
  readonly undo?: (() => Promise<void>) | undefined;
}

let lastId = 0;
let undoable: { readonly id: number; readonly text: string; readonly undo: () => Promise<void> }[] = [];

/** Settles with the changes that the service has not answered yet. */
let answered: Promise<unknown> = Promise.resolve();

/** The messages that are shown now, the newest last. */
export const toasts = signal<readonly Toast[]>([]);

/** Shows a message for a while. */
export function showToast(text: string, kind: Toast['kind'] = 'done', undo?: () => Promise<void>): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, undo }];
  if (undo) undoable = [...undoable, { id, text, undo }].slice(-UNDO_KEPT);
  setTimeout(() => hideToast(id), SHOWN_MS);
}

/** A message of long work. */
export interface Progress {
  /** Says how far the work has come. */
  readonly tell: (text: string) => void;
  /** Takes the message away. */
  readonly end: () => void;
}

/** Shows a message until the work that it tells of ends. Until then the browser asks before it closes the page. */
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

/** Takes a message away. */
export function hideToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Makes the next {@link undo} wait for a change that is under way: it is what the user means by the latest. @returns the change */
export function holdUndo<T>(change: Promise<T>): Promise<T> {
  answered = Promise.allSettled([answered, change]);
  return change;
}

/** One after the other: each may be about what the one before has brought back. */
let undone: Promise<unknown> = Promise.resolve();

/**
 * Takes back a change of this tab.
 * @param id of its message; left out: the latest change
 * @returns false if there is none
 */
export function undo(id?: number): Promise<boolean> {
  const first = Promise.allSettled([undone, id === undefined ? answered : undefined]);
  const work = first.then(() => takeBack(id));
  undone = work;
  return work;
}

async function takeBack(id: number | undefined): Promise<boolean> {
  const found = id === undefined ? undoable.at(-1) : undoable.find((each) => each.id === id);
  if (found === undefined) return false;
  undoable = undoable.filter((each) => each !== found);
  hideToast(found.id);
  try {
    const before = lastId;
    await found.undo();
    // A key may be about what is on another page. Where something was refused, that is said already.
    if (id === undefined && lastId === before) showToast(t().undone(found.text));
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
    // Without a connection it can be taken back later.
    if (asApiError(error).isOffline) undoable = [...undoable, found];
  }
  return true;
}
