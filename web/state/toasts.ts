import { signal } from '@preact/signals';

/** Display time of a message. */
const SHOWN_MS = 10_000;

/** A short message at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed' | 'running';
  /** True if the change that the message reports can be undone. */
  readonly isUndoable: boolean;
  /** Label of a button for another outcome of the change; see `insteadOf` in undo.ts. */
  readonly alternative?: string | undefined;
}

let lastId = 0;
/** The visible messages, newest last. */
export const toasts = signal<readonly Toast[]>([]);

/** Shows a message for {@link SHOWN_MS}. @returns its id; later messages have greater ids */
export function showToast(
  text: string,
  kind: Toast['kind'] = 'done',
  options: Partial<Pick<Toast, 'isUndoable' | 'alternative'>> = {},
): number {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, isUndoable: false, ...options }];
  setTimeout(() => hideToast(id), SHOWN_MS);
  return id;
}

/** Id of the latest message; 0 before the first. */
export function latestToast(): number {
  return lastId;
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
      toasts.value = [...others, { id, text, kind: 'running', isUndoable: false }];
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
