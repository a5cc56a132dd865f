import { loadEntries, type Order } from '../../api/contents.ts';
import type { Entry } from '../../api/records.ts';
import { PagedList } from './paged-list.ts';

const FOLDERS_KEPT = 50;

/**
 * The contents of a folder in one order. Loaded rows stay cached, so the list appears immediately when the user
 * returns.
 */
export class Listing extends PagedList<Entry> {
  readonly folderId: number;
  readonly order: Order;

  constructor(folderId: number, order: Order) {
    super((page, per_page) => loadEntries(folderId, { ...order, page, per_page, include: 'shared_with' }));
    this.folderId = folderId;
    this.order = order;
  }
}

const listings = new Map<string, Listing>();
/** The listings that pages show now. */
const shown = new Set<Listing>();

/** The listing of a folder. The last 50 requested listings stay cached, and all that pages show. */
export function listingOf(folderId: number, order: Order): Listing {
  const key = `${String(folderId)} ${order.sort} ${order.direction}`;
  const listing = listings.get(key) ?? new Listing(folderId, order);
  listings.delete(key);
  listings.set(key, listing);
  const spare = [...listings].slice(0, -FOLDERS_KEPT);
  for (const [other, each] of spare) if (!shown.has(each)) listings.delete(other);
  return listing;
}

/** Marks a listing as shown by a page. @returns removes the mark */
export function noteShown(listing: Listing): () => void {
  shown.add(listing);
  return () => shown.delete(listing);
}

/** The cached listings of one folder, or of all, in any order. */
export function listingsOf(folderId?: number): Listing[] {
  return [...listings.values()].filter((listing) => folderId === undefined || listing.folderId === folderId);
}

/** Evicts every listing that no page shows. */
export function forgetUnseen(): void {
  for (const [key, listing] of listings) if (!shown.has(listing)) listings.delete(key);
}
