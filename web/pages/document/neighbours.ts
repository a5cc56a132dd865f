import { useEffect } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { findName } from '../../api/contents.ts';
import type { DocumentDetails, Entry } from '../../api/records.ts';
import { navigate } from '../../router.ts';
import { type Listing, listingOf } from '../../state/files/listing.ts';
import { preferences } from '../../state/session/preferences.ts';

/** Rows that a listing loads together, and how many are looked through if a document cannot be found by its name. */
const PAGE_SIZE = 200;
const MOST_ROWS = 2000;

/** The documents before and after one in its folder, in the order that the folder is shown in. */
interface Neighbours {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/** The folder that a document is shown in: 0 is what the user sees at the top. */
export function folderOf({ ancestors }: Pick<DocumentDetails, 'ancestors'>): number {
  return ancestors.at(-1)?.id ?? 0;
}

function idOfDocument(entry: Entry | undefined): number | undefined {
  return entry?.type === 'file' ? entry.id : undefined;
}

/** What must be loaded to know the neighbours: a row, or the one with the document; undefined if nothing. */
function missingRow(listing: Listing, id: number): number | 'document' | undefined {
  const total = listing.total.value;
  if (total === undefined) return 0;
  const index = listing.indexOf(id);
  if (index !== -1)
    return [index - 1, index + 1].find((row) => row >= 0 && row < total && listing.at(row) === undefined);
  if (listing.order.sort === 'name') return 'document';
  for (let row = 0; row < Math.min(total, MOST_ROWS); row += PAGE_SIZE)
    if (listing.at(row) === undefined) return row;
  return undefined;
}

async function loadRow(listing: Listing, row: number | 'document', name: string): Promise<void> {
  const { folderId, order } = listing;
  try {
    const index = row === 'document' ? await findName(folderId, name, order.direction) : row;
    if (index !== undefined) listing.show(index, index + 1);
  } catch (error) {
    // Without them, the page is only without its arrows.
    console.warn(asApiError(error).message);
  }
}

/** Finds the neighbours of a document; the folder's list is loaded as far as it is needed. */
export function useNeighbours(document: DocumentDetails): Neighbours {
  const listing = listingOf(folderOf(document), preferences.value.order);
  const missing = missingRow(listing, document.id);
  // Read, so that it is looked at again when rows have come.
  const changes = listing.changes.value;
  const hasFailed = listing.error.value !== undefined;
  useEffect(() => {
    if (missing !== undefined && !hasFailed) void loadRow(listing, missing, document.name);
  }, [listing, missing, changes, hasFailed]);
  const index = listing.indexOf(document.id);
  if (index === -1) return { previous: undefined, next: undefined };
  return { previous: idOfDocument(listing.at(index - 1)), next: idOfDocument(listing.at(index + 1)) };
}

/** Goes to another document in the same view of it. */
export function goToDocument(id: number, tab: string | null): void {
  navigate(`/documents/${String(id)}${tab === null ? '' : `?tab=${tab}`}`, { replace: true });
}
