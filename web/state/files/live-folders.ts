import { effect } from '@preact/signals';
import { connection } from '../session/connection.ts';
import { type Change, onChange } from '../session/events.ts';
import { folderInfos } from './folder-info.ts';
import { forgetUnseen, type Listing, listingsOf } from './listing.ts';

/** What the user sees at the top. */
const TOP = 0;

/** At the top a user sees what is in their home, whose id only its entries tell. */
function isTop(id: number): boolean {
  const parents = listingsOf(TOP).flatMap((listing) =>
    listing.loaded().map(({ folder_id: parent }) => parent),
  );
  return id === TOP || parents.length === 0 || parents.includes(id);
}

/** A change above a folder may have taken it away: nobody is told of what they cannot see any more. */
function concerns({ folderId }: Listing, change: Change): boolean {
  if (change.kind === 'reset') return true;
  if (change.kind !== 'folder') return false;
  if (folderId === change.id || isTop(change.id)) return true;
  const ancestors = folderInfos.peek().get(folderId)?.ancestors ?? [];
  return ancestors.some(({ id }) => id === change.id);
}

/** Lists of folders show what others change, and what they could not load without a connection. To be called once. */
export function startLiveFolders(): void {
  onChange((change) => {
    // Anything may have changed: what is opened again is loaded again.
    if (change.kind === 'reset') forgetUnseen();
    for (const listing of listingsOf()) if (concerns(listing, change)) void listing.refresh();
  });
  effect(() => {
    if (connection.isOffline.value) return;
    for (const listing of listingsOf()) if (listing.error.peek() !== undefined) void listing.refresh();
  });
}
