import type { Access } from '../access/access.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { FolderSizes } from './folder-sizes.ts';
import { SyncCollections } from './sync-collections.ts';
import { TreeTags } from './tree-tags.ts';

export type { Change } from './change-page.ts';
export { MemberPath } from './member-path.ts';
export type { SyncReport } from './sync-collections.ts';
export type { TreeView } from './tree-tags.ts';

/** Creates the services that tell sync clients what has changed beneath a folder, and how large it is. */
export function createTreeTags(
  context: Context,
  deps: { readonly access: Access; readonly mountRoot: MountRoot },
) {
  const treeTags = new TreeTags(context, deps);
  return {
    folderSizes: new FolderSizes(context),
    syncCollections: new SyncCollections(context, { ...deps, treeTags }),
    treeTags,
  };
}
