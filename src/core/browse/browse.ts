import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { RenditionStates } from '../renditions/renditions.ts';
import { EntryRecords } from './entry-records.ts';
import { FolderPages } from './folder-pages.ts';
import { ListingCache } from './listing-cache.ts';
import { LocatedRecords } from './located-records.ts';
import { Locations } from './locations.ts';
import { MountRoot } from './mount-root.ts';
import { Search } from './search.ts';
import { Tree } from './tree.ts';

export type { EarlierListing, EarlierPart, MemberPlaces } from './earlier-listing.ts';
export type { LocatedRecord } from './located-records.ts';
export type { EntryLocation, VisibleEntry } from './locations.ts';
export type { SearchFilter } from './search.ts';
export {
  isMounted,
  isMountRoot,
  type Member,
  type PathEntry,
  type RequestedEntry,
  type Source,
} from './tree.ts';
export type { EntryRecords, ListingCache, LocatedRecords, Locations, MountRoot, Search, Tree };

/**
 * Creates the services that read the tree as one user sees it: paths, listings, records of entries, search.
 * @param listingCacheBytes maximum size of the listing cache, in bytes; 0: no cache
 */
export function createBrowse(
  context: Context,
  { access, renditionStates }: { readonly access: Access; readonly renditionStates: RenditionStates },
  listingCacheBytes: number,
) {
  const mountRoot = new MountRoot(context, { access });
  const records = new EntryRecords(context, { access, renditionStates });
  const locations = new Locations(context, { access, mountRoot });
  const locatedRecords = new LocatedRecords(context, { access, locations, records });
  const tree = new Tree(context, { access, mountRoot, locations, records });
  return {
    folderPages: new FolderPages(context, { access, mountRoot, records }),
    listingCache: new ListingCache(context, { access, mountRoot, limitBytes: listingCacheBytes }),
    mountRoot,
    locatedRecords,
    locations,
    records,
    search: new Search(context, { access, locatedRecords }),
    tree,
  };
}
