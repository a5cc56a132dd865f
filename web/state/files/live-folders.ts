import { effect } from '@preact/signals';
import { connection } from '../../api/connection.ts';
import { type Change, onChange } from '../session/events.ts';
import { folderInfos } from './folder-info.ts';
import { forgetUnseen, type Listing, listingsOf } from './listing.ts';

/** Id of the top folder. */
const TOP = 0;

/**
 * True for a folder whose entries appear at the top: the top itself and the user's home, whose id is known only from
 * its entries.
 */
function isTop(id: number): boolean {
  const parents = listingsOf(TOP).flatMap((listing) =>
    listing.loaded().map(({ folder_id: parent }) => parent),
  );
  return id === TOP || parents.length === 0 || parents.includes(id);
}

/**
 * True if a change may affect a listing. A change to an ancestor may have removed access, which no event of its own
 * reports.
 */
function concerns({ folderId }: Listing, change: Change): boolean {
  // A share of any entry may have begun or ended, which its row shows.
  if (change.kind === 'reset' || change.kind === 'shares') return true;
  if (change.kind !== 'folder') return false;
  if (folderId === change.id || isTop(change.id)) return true;
  const ancestors = folderInfos.peek().get(folderId)?.ancestors ?? [];
  return ancestors.some(({ id }) => id === change.id);
}

/**
 * Keeps listings up to date: reloads them after changes by other users, and after a lost connection is back. Call
 * once.
 */
export function startLiveFolders(): void {
  onChange((change) => {
    // Anything may have changed, so listings that are not shown must load again when opened.
    if (change.kind === 'reset' || change.kind === 'shares') forgetUnseen();
    for (const listing of listingsOf()) if (concerns(listing, change)) void listing.refresh();
  });
  effect(() => {
    if (connection.isOffline.value) return;
    for (const listing of listingsOf()) if (listing.error.peek() !== undefined) void listing.refresh();
  });
}
