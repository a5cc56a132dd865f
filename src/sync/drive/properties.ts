import { httpDate } from '../../http/content/dates.ts';
import { escapeText } from '../../http/content/escape.ts';
import { CREATE, DELETE, UPDATE } from '../../model/entries/permissions.ts';
import type { SharedWith } from '../../model/entries/shared-with.ts';
import type { PropertyName } from '../../webdav/protocol/protocol.ts';
import type { ExtendedProperties, RequestContext, Resource } from '../../webdav/request/request.ts';
import { NEXTCLOUD, OWNCLOUD } from '../listing.ts';
import { type Source, sourceFor } from './source.ts';

/** Length of the number in `oc:id`, which the clients cut off. */
const ID_DIGITS = 8;
/** The first and the last time of a file that the desktop clients of Nextcloud accept, in milliseconds UTC. */
const FIRST_TIME = 1000;
const LAST_TIME = 4_294_967_294_000;

/** Content of a property; undefined: the resource does not have it. */
type Content = (resource: Resource, source: Source) => string | undefined;

/** Properties of the clients of ownCloud and Nextcloud, by namespace and local name. */
export const PROPERTIES: Readonly<Record<string, ReadonlyMap<string, Content>>> = {
  'DAV:': new Map<string, Content>([
    [
      'getetag',
      ({ entry }, { tags }) => {
        const tag = tags.get(entry.id);
        return tag === undefined ? undefined : `"${tag}"`;
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
    ['share-types', ({ entry }, { shared }) => shareTypesOf(shared.get(entry.id))],
    ['owner-id', ({ entry }, source) => ownerIdOf(entry.id, source)],
    [
      'owner-display-name',
      ({ entry }, { owners }) => {
        const owner = owners.get(entry.id);
        return owner && escapeText(owner.name);
      },
    ],
  ]),
  [NEXTCLOUD]: new Map<string, Content>([
    ['has-preview', ({ entry }, { previews }) => String(previews.has(entry.id))],
    ['creation_time', createdAt],
    ['upload_time', createdAt],
  ]),
};

/**
 * A time in milliseconds UTC, or the nearest one that the desktop clients of Nextcloud accept: they do not download a
 * file with another one.
 */
export function clientTime(time: number): number {
  return Math.min(Math.max(time, FIRST_TIME), LAST_TIME);
}

/** The id of an entry as the clients keep it: at least eight digits, `oc`, from which the iOS app cuts, and the service. */
export function clientId(id: number): string {
  return `${String(id).padStart(ID_DIGITS, '0')}ocdms`;
}

/**
 * What the user may do: G read, W write, D delete, N rename, V move, C create files, K create folders; S: another user
 * has shared it. An entry that is seen at the mount root because it is shared always has D and V: a deletion leaves the
 * share, a move changes its name. Without D and V, owncloudcmd 2.11 deletes and moves the members one by one.
 */
function lettersOf({ entry, place, permissions }: Resource, { view }: Source): string {
  const isOthers = view.isOthers(entry);
  const isMountRoot = place === 'mount_root';
  const isMounted = isOthers && place === 'at_mount_root';
  const may = (bits: number): boolean => (permissions & bits) !== 0;
  const own = entry.kind === 'folder' ? may(CREATE) && 'CK' : may(UPDATE) && 'W';
  const mayMove = isMounted || (may(DELETE) && !isMountRoot);
  return [isOthers && 'S', 'G', mayMove && 'DV', may(UPDATE) && !isMountRoot && 'N', own]
    .filter((letters) => letters !== false)
    .join('');
}

/** Kinds of the shares and links of an entry that the user may see: 0 with users, 1 with groups, 3 links. */
function shareTypesOf(shared: SharedWith | undefined): string {
  const { people = [], groups = [], links = 0 } = shared ?? {};
  const types = [people.length > 0 && '0', groups.length > 0 && '1', links > 0 && '3'];
  return types
    .filter((type) => type !== false)
    .map((type) => `<oc:share-type xmlns:oc="${OWNCLOUD}">${type}</oc:share-type>`)
    .join('');
}

/** The login of this user; of another user a number, because logins are not shown to all users. */
function ownerIdOf(id: number, { actor, owners }: Source): string | undefined {
  const owner = owners.get(id);
  if (owner === undefined) return undefined;
  return owner.id === actor.userId ? escapeText(actor.login) : String(owner.id);
}

/** When the entry was created here, in seconds. */
function createdAt({ entry }: Resource): string {
  return String(Math.floor(entry.createdAt / 1000));
}

/** Creates the properties for one response. */
export async function propertiesOf(
  context: RequestContext,
  names: readonly PropertyName[],
): Promise<ExtendedProperties> {
  const { source, read } = await sourceFor(context, names);
  return {
    prepare: read,
    element: (resource, { namespace, name }, prefix) => {
      const content = PROPERTIES[namespace]?.get(name)?.(resource, source);
      if (content === undefined) return '';
      const tag = `${namespace === 'DAV:' ? 'd' : (prefix ?? 'x')}:${name}`;
      const declared = namespace === 'DAV:' || prefix !== undefined ? '' : ` xmlns:x="${namespace}"`;
      return `<${tag}${declared}>${content}</${tag}>`;
    },
  };
}
