import { httpDate, isoDate } from '../../http/content/dates.ts';
import { escapeText } from '../../http/content/escape.ts';
import { etagOf } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import type { Lock } from '../../model/entries/lock.ts';
import { sendableType } from '../../model/entries/media-type.ts';
import { DAV, type PropertyName } from '../protocol/protocol.ts';
import { favouriteElement, isFavouriteName } from './favourite.ts';

/** Data from which the live properties of a resource are made. */
export interface PropertySource {
  readonly entry: Entry;
  /** Name as shown to the user. */
  readonly name: string;
  /** Locks that cover the resource, as `DAV:activelock` elements. */
  readonly activeLocks: () => string;
  /** True if the user has marked the resource as a favourite. */
  readonly isFavourite: () => boolean;
  /** Element of a property of the extension of the address; an empty string for any other property. */
  readonly extended?: ((name: PropertyName, prefix: string | undefined) => string) | undefined;
  /** Used and available space in bytes (RFC 4331 §3); undefined for documents. */
  readonly quota: (() => { readonly used: number | undefined; readonly available: number }) | undefined;
}

/** Returns the element of a live property; an empty string if the resource does not have the property. */
type LiveProperty = (source: PropertySource) => string;

const SUPPORTED_LOCK = `<d:supportedlock>${['exclusive', 'shared']
  .map(
    (scope) =>
      `<d:lockentry><d:lockscope><d:${scope}/></d:lockscope>` +
      '<d:locktype><d:write/></d:locktype></d:lockentry>',
  )
  .join('')}</d:supportedlock>`;

const FOLDER_TYPE = '<d:getcontenttype>httpd/unix-directory</d:getcontenttype>';
const COLLECTION = '<d:resourcetype><d:collection/></d:resourcetype>';

/** Live properties that `DAV:allprop` includes (RFC 4918 §15), in response order. */
const IN_ALLPROP: readonly (readonly [string, LiveProperty])[] = [
  ['resourcetype', ({ entry }) => (entry.kind === 'folder' ? COLLECTION : '<d:resourcetype/>')],
  ['displayname', ({ name }) => `<d:displayname>${escapeText(name)}</d:displayname>`],
  ['creationdate', ({ entry }) => `<d:creationdate>${isoDate(entry.createdAt)}</d:creationdate>`],
  [
    'getlastmodified',
    ({ entry }) => {
      const modifiedAt = entry.kind === 'file' ? entry.modifiedAt : entry.updatedAt;
      return `<d:getlastmodified>${httpDate(modifiedAt)}</d:getlastmodified>`;
    },
  ],
  [
    'getcontentlength',
    ({ entry }) => (entry.kind === 'file' ? `<d:getcontentlength>${entry.size}</d:getcontentlength>` : ''),
  ],
  [
    'getcontenttype',
    ({ entry }) =>
      entry.kind === 'file'
        ? `<d:getcontenttype>${escapeText(sendableType(entry.mimeType))}</d:getcontenttype>`
        : FOLDER_TYPE,
  ],
  ['getetag', ({ entry }) => (entry.kind === 'file' ? `<d:getetag>${etagOf(entry)}</d:getetag>` : '')],
  ['supportedlock', () => SUPPORTED_LOCK],
  [
    'lockdiscovery',
    ({ activeLocks }) => {
      const locks = activeLocks();
      return locks === '' ? '<d:lockdiscovery/>' : `<d:lockdiscovery>${locks}</d:lockdiscovery>`;
    },
  ],
];

/** Live properties sent only if the client names them (RFC 4331 §2). */
const NOT_IN_ALLPROP: readonly (readonly [string, LiveProperty])[] = [
  [
    'quota-available-bytes',
    ({ quota }) =>
      quota === undefined ? '' : `<d:quota-available-bytes>${quota().available}</d:quota-available-bytes>`,
  ],
  [
    'quota-used-bytes',
    ({ quota }) => {
      const used = quota?.().used;
      return used === undefined ? '' : `<d:quota-used-bytes>${used}</d:quota-used-bytes>`;
    },
  ],
];

const LIVE_PROPERTIES: ReadonlyMap<string, LiveProperty> = new Map([...IN_ALLPROP, ...NOT_IN_ALLPROP]);

/**
 * Live property with this name; undefined for a dead property.
 * @param prefix prefix that the root element of the response declares for the namespace, if any
 */
export function liveProperty(namespace: string, name: string, prefix?: string): LiveProperty | undefined {
  if (namespace === DAV) return LIVE_PROPERTIES.get(name);
  if (!isFavouriteName({ namespace, name })) return undefined;
  const [marked, unmarked] = [favouriteElement('1', prefix), favouriteElement('0', prefix)];
  return ({ isFavourite }) => (isFavourite() ? marked : unmarked);
}

/** Local names of the live properties that `DAV:allprop` includes. */
export const ALLPROP_NAMES: readonly string[] = IN_ALLPROP.map(([name]) => name);

/**
 * `DAV:activelock` element of a lock (RFC 4918 §14.1).
 * @param view.isHolder true if the user holds the lock; other users see the lock without its token
 * @param view.root href of the locked entry
 * @param view.now milliseconds UTC
 */
export function activeLock(
  lock: Lock,
  view: { readonly isHolder: boolean; readonly root: string; readonly now: number },
): string {
  const seconds = Math.max(0, Math.ceil((lock.expiresAt - view.now) / 1000));
  const owner = lock.ownerXml === '' ? '' : `<d:owner>${lock.ownerXml}</d:owner>`;
  const token = view.isHolder ? `<d:locktoken><d:href>${escapeText(lock.token)}</d:href></d:locktoken>` : '';
  return (
    `<d:activelock><d:locktype><d:write/></d:locktype><d:lockscope><d:${lock.scope}/></d:lockscope>` +
    `<d:depth>${lock.depth}</d:depth>${owner}<d:timeout>Second-${seconds}</d:timeout>${token}` +
    `<d:lockroot><d:href>${view.root}</d:href></d:lockroot></d:activelock>`
  );
}
