import { signal } from '@preact/signals';
import { listingsOf } from './listing.ts';

/** The folders of the change of entries that this page has made or taken back last: another list with each change. */
export const entryChanges = signal<readonly number[]>([]);

/** Looks at the lists of folders again that are in memory. */
export function refreshFolders(...ids: readonly number[]): void {
  entryChanges.value = ids;
  for (const id of new Set(ids)) for (const listing of listingsOf(id)) void listing.refresh();
}
