import type { Access } from '../access/access.ts';
import type { MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { FolderSizes } from './folder-sizes.ts';
import { TreeTags } from './tree-tags.ts';

export type { TreeView } from './tree-tags.ts';

/** Creates the services that tell sync clients whether anything beneath a folder has changed, and how large it is. */
export function createTreeTags(
  context: Context,
  deps: { readonly access: Access; readonly mountRoot: MountRoot },
) {
  return { folderSizes: new FolderSizes(context), treeTags: new TreeTags(context, deps) };
}
