import { MemberPath } from '../../core/sync/sync.ts';
import { requestOf } from '../properties/properties.ts';
import { badRequest, davChild, elementsOf, textOf, type XmlElement } from '../protocol/protocol.ts';
import type { RequestContext } from '../request/request.ts';
import { unsupportedReport } from './report-request.ts';
import { sendMembers } from './report-response.ts';

/** Namespace of the clients of ownCloud and Nextcloud. */
const OWNCLOUD = 'http://owncloud.org/ns';
/** All favourites that a user can have. */
const ALL = { page: 1, perPage: 1000 };

function isNamed({ namespace, local }: XmlElement, name: string): boolean {
  return namespace === OWNCLOUD && local === name;
}

/** True for the report with which the iOS apps ask for entries with certain properties. */
export function isFilter(root: XmlElement | undefined): root is XmlElement {
  return root !== undefined && isNamed(root, 'filter-files');
}

/**
 * Sends the favourites of the user beneath the folder at the request path: the only filter that is supported.
 * @throws {DavError} 400 | 403 (another filter)
 */
export async function respondWithFavourites(context: RequestContext, root: XmlElement): Promise<void> {
  const rules = elementsOf(root).find((element) => isNamed(element, 'filter-rules'));
  const [rule, ...more] = rules ? elementsOf(rules) : [];
  if (!rule || more.length > 0 || !isNamed(rule, 'favorite') || textOf(rule).trim() !== '1')
    throw unsupportedReport();
  const prop = davChild(root, 'prop');
  if (!prop) throw badRequest('oc:filter-files must contain DAV:prop.');
  const above = ['', ...context.path.segments, ''].join('/');
  const { items } = context.dms.favourites.list(context.actor, ALL);
  const members = items
    .filter(({ path }) => path.startsWith(above))
    .map(({ record: { id, kind }, path }) => ({
      path: memberPath(path.slice(above.length)),
      id,
      isFolder: kind === 'folder',
    }));
  await sendMembers(context, members, requestOf(prop));
}

function memberPath(path: string): MemberPath {
  const [first = '', ...rest] = path.split('/');
  return rest.reduce((folder, name) => new MemberPath(folder, name), new MemberPath(undefined, first));
}
