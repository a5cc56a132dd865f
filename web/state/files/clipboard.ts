import { signal } from '@preact/signals';

/** Entries that were cut or copied, to be pasted into a folder. */
export interface Clipboard {
  readonly action: 'cut' | 'copy';
  readonly ids: readonly number[];
  /** The folder that they were in. */
  readonly parentId: number;
  /** What they were called, as far as that was loaded: the list may be forgotten until they are pasted. */
  readonly names: ReadonlyMap<number, string>;
}

/** What was cut or copied last in this tab; null: nothing. */
export const clipboard = signal<Clipboard | null>(null);
