import { findName, loadIds } from '../../api/contents.ts';
import type { Entry } from '../../api/records.ts';
import { placeOf, type Rows, rowsOfList } from '../../parts/grid/rows.ts';
import type { Listing } from '../../state/files/listing.ts';

/** The rows of a folder's listing. */
export function folderRows(listing: Listing): Rows<Entry> {
  const { folderId, order } = listing;
  return rowsOfList(listing, {
    find: async (start) => {
      if (order.sort === 'name') return findName(folderId, start, order.direction);
      return placeOf(listing.loaded(), start);
    },
    allIds: () => loadIds(folderId),
  });
}
