import { signal } from '@preact/signals';
import { forgetUnseen, listingsOf } from './listing.ts';

/**
 * The folders of the last change that this page made or undid. Each change sets a new array, so that subscribers
 * always run.
 */
export const entryChanges = signal<readonly number[]>([]);

/** Reloads the cached listings of these folders. */
export function refreshFolders(...ids: readonly number[]): void {
  entryChanges.value = ids;
  for (const id of new Set(ids)) for (const listing of listingsOf(id)) void listing.refresh();
}

/** Reloads every list of entries that a page shows: a link to one of them was created or ended. */
export function refreshShown(): void {
  forgetUnseen();
  refreshFolders(...listingsOf().map(({ folderId }) => folderId));
}
