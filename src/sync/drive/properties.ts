import type { TreeView } from '../../core/sync/sync.ts';
import { httpDate } from '../../http/content/dates.ts';
import { CREATE, DELETE, UPDATE } from '../../model/entries/permissions.ts';
import type { PropertyName } from '../../webdav/protocol/protocol.ts';
import type { ExtendedProperties, RequestContext, Resource } from '../../webdav/request/request.ts';
import { NEXTCLOUD, OWNCLOUD } from '../listing.ts';

/** Length of the number in `oc:id`, which the clients cut off. */
const ID_DIGITS = 8;
/** The first and the last time of a file that the desktop clients of Nextcloud accept, in milliseconds UTC. */
const FIRST_TIME = 1000;
const LAST_TIME = 4_294_967_294_000;

/** What the properties of one response are made from. */
interface Source {
  readonly view: TreeView;
  readonly sizes: ReadonlyMap<number, number>;
}

/** Content of a property; undefined: the resource does not have it. */
type Content = (resource: Resource, source: Source) => string | undefined;

/** Properties of the clients of ownCloud and Nextcloud, by namespace and local name. */
const PROPERTIES: Readonly<Record<string, ReadonlyMap<string, Content>>> = {
  'DAV:': new Map<string, Content>([
    [
      'getetag',
      ({ entry, place, permissions }, { view }) => {
        if (entry.kind === 'file') return undefined;
        return `"${place === 'mount_root' ? view.tagOfMountRoot() : view.tagOf({ entry, permissions })}"`;
      },
    ],
    [
      'getlastmodified',
      ({ entry }) => (entry.kind === 'file' ? httpDate(clientTime(entry.modifiedAt)) : undefined),
    ],
  ]),
  [OWNCLOUD]: new Map<string, Content>([
    ['id', ({ entry }) => clientId(entry.id)],
    ['fileid', ({ entry }) => String(entry.id)],
    ['permissions', lettersOf],
    [
      'size',
      ({ entry }, { sizes }) => String(entry.kind === 'file' ? entry.size : (sizes.get(entry.id) ?? 0)),
    ],
    [
      'checksums',
      ({ entry }) =>
        entry.kind === 'file'
          ? `<oc:checksum xmlns:oc="${OWNCLOUD}">SHA256:${entry.sha256}</oc:checksum>`
          : undefined,
    ],
    ['data-fingerprint', ({ place }, { view }) => (place === 'mount_root' ? view.epoch : undefined)],
    ['share-types', () => ''],
  ]),
  [NEXTCLOUD]: new Map<string, Content>([['has-preview', () => 'false']]),
};

/**
 * A time in milliseconds UTC, or the nearest one that the desktop clients of Nextcloud accept: they do not download a
 * file with another one.
 */
export function clientTime(time: number): number {
  return Math.min(Math.max(time, FIRST_TIME), LAST_TIME);
}

/** The id of an entry as the clients keep it: at least eight digits, and the name of the service. */
export function clientId(id: number): string {
  return `${String(id).padStart(ID_DIGITS, '0')}dms`;
}

/**
 * What the user may do: G read, W write, D delete, N rename, V move, C create files, K create folders; S: another user
 * has shared it. An entry that is seen at the mount root because it is shared has no D and no V, so that no client
 * deletes it for all users because one has removed it from their computer.
 */
function lettersOf({ entry, place, permissions }: Resource, { view }: Source): string {
  const isOthers = view.isOthers(entry);
  const isMountRoot = place === 'mount_root';
  const isPinned = isMountRoot || (isOthers && place === 'at_mount_root');
  const may = (bits: number): boolean => (permissions & bits) !== 0;
  const own = entry.kind === 'folder' ? may(CREATE) && 'CK' : may(UPDATE) && 'W';
  return [isOthers && 'S', 'G', may(DELETE) && !isPinned && 'DV', may(UPDATE) && !isMountRoot && 'N', own]
    .filter((letters) => letters !== false)
    .join('');
}

/** Creates the properties for one response. */
export async function propertiesOf(
  { actor, dms }: RequestContext,
  names: readonly PropertyName[],
): Promise<ExtendedProperties> {
  await dms.treeTags.begin(actor);
  const needsSizes = names.some(({ namespace, name }) => namespace === OWNCLOUD && name === 'size');
  const sizes = new Map<number, number>();
  const source = { view: dms.treeTags.view(actor), sizes };
  return {
    prepare: async (resources) => {
      if (!needsSizes) return;
      for (const { entry } of resources)
        if (entry.kind === 'folder') sizes.set(entry.id, await dms.folderSizes.of(entry.id));
    },
    element: (resource, { namespace, name }, prefix) => {
      const content = PROPERTIES[namespace]?.get(name)?.(resource, source);
      if (content === undefined) return '';
      const tag = `${namespace === 'DAV:' ? 'D' : (prefix ?? 'x')}:${name}`;
      const declared = namespace === 'DAV:' || prefix !== undefined ? '' : ` xmlns:x="${namespace}"`;
      return `<${tag}${declared}>${content}</${tag}>`;
    },
  };
}
