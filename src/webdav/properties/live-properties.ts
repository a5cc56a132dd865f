import { httpDate, isoDate } from '../../http/dates.ts';
import { escapeText } from '../../http/escape.ts';
import { etagOf } from '../../http/etag.ts';
import type { Entry } from '../../model/entry.ts';
import type { Lock } from '../../model/lock.ts';
import { DAV } from '../protocol/protocol.ts';

/** A resource as its live properties need to see it. */
export interface View {
  readonly entry: Entry;
  /** As this user sees it. */
  readonly name: string;
  /** The locks that cover it, as `DAV:activelock` elements. */
  readonly activeLocks: () => string;
  /** Bytes; undefined for documents (RFC 4331 §3). */
  readonly quota: (() => { readonly used: number; readonly available: number }) | undefined;
}

/** The property's element, empty text where the resource has no such property. */
type LiveProperty = (view: View) => string;

const SUPPORTED_LOCK = `<D:supportedlock>${['exclusive', 'shared']
  .map(
    (scope) =>
      `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('')}</D:supportedlock>`;

const FOLDER_TYPE = '<D:getcontenttype>httpd/unix-directory</D:getcontenttype>';
const COLLECTION = '<D:resourcetype><D:collection/></D:resourcetype>';

/** What `DAV:allprop` means by live properties (RFC 4918 §15), in the order in which they are sent. */
const ALL: readonly (readonly [string, LiveProperty])[] = [
  ['resourcetype', ({ entry }) => (entry.kind === 'folder' ? COLLECTION : '<D:resourcetype/>')],
  ['displayname', ({ name }) => `<D:displayname>${escapeText(name)}</D:displayname>`],
  ['creationdate', ({ entry }) => `<D:creationdate>${isoDate(entry.createdAt)}</D:creationdate>`],
  [
    'getlastmodified',
    ({ entry }) =>
      `<D:getlastmodified>${httpDate(entry.kind === 'file' ? entry.modifiedAt : entry.updatedAt)}</D:getlastmodified>`,
  ],
  [
    'getcontentlength',
    ({ entry }) => (entry.kind === 'file' ? `<D:getcontentlength>${entry.size}</D:getcontentlength>` : ''),
  ],
  [
    'getcontenttype',
    ({ entry }) =>
      entry.kind === 'file'
        ? `<D:getcontenttype>${escapeText(entry.mimeType)}</D:getcontenttype>`
        : FOLDER_TYPE,
  ],
  ['getetag', ({ entry }) => (entry.kind === 'file' ? `<D:getetag>${etagOf(entry)}</D:getetag>` : '')],
  ['supportedlock', () => SUPPORTED_LOCK],
  [
    'lockdiscovery',
    ({ activeLocks }) => {
      const locks = activeLocks();
      return locks === '' ? '<D:lockdiscovery/>' : `<D:lockdiscovery>${locks}</D:lockdiscovery>`;
    },
  ],
];

/** Sent only when asked for by name (RFC 4331 §2). */
const BY_NAME: readonly (readonly [string, LiveProperty])[] = [
  [
    'quota-available-bytes',
    ({ quota }) =>
      quota === undefined ? '' : `<D:quota-available-bytes>${quota().available}</D:quota-available-bytes>`,
  ],
  [
    'quota-used-bytes',
    ({ quota }) => (quota === undefined ? '' : `<D:quota-used-bytes>${quota().used}</D:quota-used-bytes>`),
  ],
];

const TABLE: ReadonlyMap<string, LiveProperty> = new Map([...ALL, ...BY_NAME]);

/** The live property of that name, undefined when it is none of ours. */
export function liveProperty(namespace: string, name: string): LiveProperty | undefined {
  return namespace === DAV ? TABLE.get(name) : undefined;
}

/** The names of the live properties that `DAV:allprop` asks for. */
export const ALL_LIVE: readonly string[] = ALL.map(([name]) => name);

/** How one lock is shown (RFC 4918 §14.1): whoever does not hold it sees it, but not its token. */
export function activeLock(
  lock: Lock,
  seen: { readonly holder: boolean; readonly root: string; readonly now: number },
): string {
  const seconds = Math.max(0, Math.ceil((lock.expiresAt - seen.now) / 1000));
  const owner = lock.ownerXml === '' ? '' : `<D:owner>${lock.ownerXml}</D:owner>`;
  const token = seen.holder ? `<D:locktoken><D:href>${escapeText(lock.token)}</D:href></D:locktoken>` : '';
  return `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${lock.scope}/></D:lockscope><D:depth>${lock.depth}</D:depth>${owner}<D:timeout>Second-${seconds}</D:timeout>${token}<D:lockroot><D:href>${seen.root}</D:href></D:lockroot></D:activelock>`;
}
