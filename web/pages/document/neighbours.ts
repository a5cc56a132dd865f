import { useEffect } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { findName } from '../../api/contents.ts';
import type { DocumentDetails, Entry } from '../../api/records.ts';
import { navigate } from '../../router.ts';
import { type Listing, listingOf } from '../../state/files/listing.ts';
import { preferences } from '../../state/session/preferences.ts';

/** Rows per page of a listing, and the maximum number of rows searched for a document that cannot be found by name. */
const PAGE_SIZE = 200;
const MAX_ROWS = 2000;

/** The previous and next document in the folder, in the folder's current sort order. */
interface Neighbours {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/** Id of the folder that shows the document; 0 for the top. */
export function folderOf({ ancestors }: Pick<DocumentDetails, 'ancestors'>): number {
  return ancestors.at(-1)?.id ?? 0;
}

function idOfDocument(entry: Entry | undefined): number | undefined {
  return entry?.type === 'file' ? entry.id : undefined;
}

/**
 * The row that must be loaded to determine the neighbours: an index, or the row of the document itself. Undefined if
 * none.
 */
function missingRow(listing: Listing, id: number): number | 'document' | undefined {
  const total = listing.total.value;
  if (total === undefined) return 0;
  const index = listing.indexOf(id);
  if (index !== -1)
    return [index - 1, index + 1].find((row) => row >= 0 && row < total && listing.at(row) === undefined);
  if (listing.order.sort === 'name') return 'document';
  for (let row = 0; row < Math.min(total, MAX_ROWS); row += PAGE_SIZE)
    if (listing.at(row) === undefined) return row;
  return undefined;
}

async function loadRow(listing: Listing, row: number | 'document', name: string): Promise<void> {
  const { folderId, order } = listing;
  try {
    const index = row === 'document' ? await findName(folderId, name, order.direction) : row;
    if (index !== undefined) listing.show(index, index + 1);
  } catch (error) {
    // Without neighbours, only the previous and next buttons are unavailable.
    console.warn(asApiError(error).message);
  }
}

/** Finds the neighbours of a document, and loads the folder's list as far as needed. */
export function useNeighbours(document: DocumentDetails): Neighbours {
  const listing = listingOf(folderOf(document), preferences.value.order);
  const missing = missingRow(listing, document.id);
  // Subscribes to the listing, so the neighbours are recomputed when rows arrive.
  const changes = listing.changes.value;
  const hasFailed = listing.error.value !== undefined;
  useEffect(() => {
    if (missing !== undefined && !hasFailed) void loadRow(listing, missing, document.name);
  }, [listing, missing, changes, hasFailed]);
  const index = listing.indexOf(document.id);
  if (index === -1) return { previous: undefined, next: undefined };
  return { previous: idOfDocument(listing.at(index - 1)), next: idOfDocument(listing.at(index + 1)) };
}

/** Shows another document with the same tab. */
export function goToDocument(id: number, tab: string | null): void {
  navigate(`/documents/${String(id)}${tab === null ? '' : `?tab=${tab}`}`, { replace: true });
}
