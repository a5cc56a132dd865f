import type { Access } from '../access/access.ts';
import type { LocatedRecords, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { Favourites } from './favourites.ts';
import { Recent } from './recent.ts';

export { MAX_FAVOURITES } from './favourites.ts';
export { MAX_RECENT } from './recent.ts';
export type { Favourites };

/** Creates the lists of entries that belong to one user: what the user has marked, opened and changed. */
export function createPersonalLists(
  context: Context,
  deps: { readonly access: Access; readonly locatedRecords: LocatedRecords; readonly tree: Tree },
) {
  return { favourites: new Favourites(context, deps), recent: new Recent(context, deps) };
}
