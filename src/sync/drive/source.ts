import type { TreeView } from '../../core/sync/sync.ts';
import type { Person } from '../../model/entries/entry.ts';
import type { SharedWith } from '../../model/entries/shared-with.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { PropertyName } from '../../webdav/protocol/protocol.ts';
import type { RequestContext, Resource } from '../../webdav/request/request.ts';

/** What the properties of one response are made from. */
export interface Source {
  readonly actor: UserActor;
  readonly view: TreeView;
  /** Tags of folders, by id. */
  readonly tags: Map<number, string>;
  /** By id of the folder. */
  readonly sizes: Map<number, number>;
  /** Owners, by id of the entry. */
  readonly owners: Map<number, Person>;
  /** By id of the entry. */
  readonly shared: Map<number, SharedWith>;
  /** Ids of the documents with a thumbnail. */
  readonly previews: Set<number>;
}

/** Reads for some resources what a property needs. */
type Reader = (
  context: Pick<RequestContext, 'actor' | 'dms'>,
  source: Source,
  resources: readonly Resource[],
) => void | Promise<void>;

const readOwners: Reader = (_context, { owners, view }, resources) => {
  for (const [id, owner] of view.ownersOf(resources.map(({ entry }) => entry))) owners.set(id, owner);
};

/**
 * Readers by the local names of the properties that need them, in their order. Other requests run while sizes are counted:
 * a client that knows a folder with its tag must not keep a size that is older. Apart from sizes and tags, the number of
 * queries does not depend on the number of resources.
 */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'getetag',
    (_context, { tags, view }, resources) => {
      for (const { entry, permissions, place } of resources) {
        if (entry.kind === 'file') continue;
        tags.set(
          entry.id,
          place === 'mount_root' ? view.tagOfMountRoot() : view.tagOf({ entry, permissions }),
        );
      }
    },
  ],
  [
    'size',
    async ({ dms }, { sizes }, resources) => {
      for (const { entry } of resources)
        if (entry.kind === 'folder') sizes.set(entry.id, await dms.folderSizes.of(entry.id));
    },
  ],
  ['owner-id', readOwners],
  ['owner-display-name', readOwners],
  [
    'share-types',
    ({ actor, dms }, { shared }, resources) => {
      const records = resources.map(({ entry: { id }, permissions }) => ({ id, permissions }));
      for (const [id, found] of dms.sharedEntries.list(actor, records)) shared.set(id, found);
    },
  ],
  [
    'has-preview',
    ({ actor, dms }, { previews }, resources) => {
      const documents = resources.flatMap(({ entry }) => (entry.kind === 'file' ? [entry] : []));
      for (const id of dms.renditions.withThumbnail(actor, documents)) previews.add(id);
    },
  ],
]);

/** Creates the source of one response, and the function that reads for some of its resources what `names` need. */
export async function sourceFor(
  context: Pick<RequestContext, 'actor' | 'dms'>,
  names: readonly PropertyName[],
): Promise<{
  readonly source: Source;
  readonly read: (resources: readonly Resource[]) => Promise<void>;
}> {
  const { actor, dms } = context;
  await dms.treeTags.begin(actor);
  const source = {
    actor,
    view: dms.treeTags.view(actor),
    tags: new Map(),
    sizes: new Map(),
    owners: new Map(),
    shared: new Map(),
    previews: new Set<number>(),
  };
  const needed = new Set(names.map(({ name }) => name));
  const readers = new Set([...READERS].flatMap(([name, reader]) => (needed.has(name) ? [reader] : [])));
  const read = async (resources: readonly Resource[]) => {
    for (const reader of readers) await reader(context, source, resources);
  };
  return { source, read };
}
