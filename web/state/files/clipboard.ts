import { signal } from '@preact/signals';

/** Entries that were cut or copied, ready to paste into a folder. */
export interface Clipboard {
  readonly action: 'cut' | 'copy';
  readonly ids: readonly number[];
  /** The folder that contains the entries. */
  readonly parentId: number;
  /**
   * Names of the entries, as far as they were loaded. Stored here because the listing may be evicted before the paste.
   */
  readonly names: ReadonlyMap<number, string>;
}

/** The last cut or copy in this tab; null if there is none. */
export const clipboard = signal<Clipboard | null>(null);
