import { type Change, onChange } from './events.ts';
import { type Listing, listingsOf } from './listing.ts';

/** At the top a user sees what is in their home, whose id only its entries tell. */
function concerns({ folderId, loaded }: ListingView, change: Change): boolean {
  if (change.kind === 'reset') return true;
  if (change.kind !== 'folder') return false;
  return folderId === change.id || (folderId === 0 && (loaded.length === 0 || loaded.includes(change.id)));
}

interface ListingView {
  readonly folderId: number;
  /** The folders that the loaded entries are in. */
  readonly loaded: readonly (number | null)[];
}

function viewOf(listing: Listing): ListingView {
  return { folderId: listing.folderId, loaded: listing.loaded().map(({ folder_id: id }) => id) };
}

/** Lists of folders show what others change. To be called once. */
export function startLiveFolders(): void {
  onChange((change) => {
    for (const listing of listingsOf()) if (concerns(viewOf(listing), change)) void listing.refresh();
  });
}
