import { httpDate, isoDate } from '../../http/content/dates.ts';
import { escapeText } from '../../http/content/escape.ts';
import { etagOf } from '../../http/content/etag.ts';
import type { Version } from '../../model/entries/entry.ts';
import { sendableType } from '../../model/entries/media-type.ts';
import { sendDocument } from '../../webdav/methods/methods.ts';
import { DAV, sendResponse } from '../../webdav/protocol/protocol.ts';
import type { Method, RequestContext } from '../../webdav/request/request.ts';
import { requireConditions } from '../conditions.ts';
import { RESTORE, requireRestore } from '../destination.ts';
import { COLLECTION, Listing, NEXTCLOUD, OWNCLOUD, type Properties, readPropfind } from '../listing.ts';
import { missing, notAllowed } from '../sync-context.ts';

/** Folder with a folder of versions for each document, by its id. */
const VERSIONS = 'versions';
const ID = /^[1-9]\d{0,14}$/;
const PAGE = 200;
/** Pages of versions that are considered. Each takes about a millisecond, during which no other request runs. */
const MAX_PAGES = 5;

/** Undefined: a folder. */
type Content = (version: Version | undefined) => string | undefined;

const PROPERTIES: Properties<Version | undefined> = {
  [DAV]: new Map<string, Content>([
    ['resourcetype', (version) => (version ? '' : COLLECTION)],
    ['displayname', (version) => version && nameOf(version)],
    ['creationdate', (version) => version && isoDate(version.createdAt)],
    ['getlastmodified', (version) => version && httpDate(version.createdAt)],
    ['getcontentlength', (version) => version?.size.toString()],
    ['getcontenttype', (version) => version && escapeText(sendableType(version.mimeType))],
    ['getetag', (version) => version && tagOf(version)],
  ]),
  [OWNCLOUD]: new Map<string, Content>([['size', (version) => version?.size.toString()]]),
  [NEXTCLOUD]: new Map<string, Content>([['has-preview', (version) => version && 'false']]),
};

/** The entity tag that the document had. */
function tagOf({ sha256, number }: Version): string {
  return etagOf({ sha256, version: number });
}

/**
 * Name of a version in URLs: the second in which it was stored. The Android app makes this name from `getlastmodified`
 * when it restores a version.
 */
function nameOf({ createdAt }: Version): string {
  return String(Math.floor(createdAt / 1000));
}

/**
 * The earlier versions of a document by name, newest first. Of the versions that were stored in the same second, only the
 * newest is included, so that a name never means another version.
 * @throws {DmsError} unauthenticated | forbidden | not_found
 */
function earlierVersions({ actor, dms }: RequestContext, documentId: number): ReadonlyMap<string, Version> {
  const versions: Version[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { items } = dms.versions.list(actor, documentId, { page, perPage: PAGE });
    versions.push(...items);
    if (items.length < PAGE) break;
  }
  const named = new Map<string, Version>();
  for (const version of versions) if (!named.has(nameOf(version))) named.set(nameOf(version), version);
  const [head] = versions;
  if (head) named.delete(nameOf(head));
  return named;
}

/** What a request path names; undefined ids are those of the folders above. */
interface Place {
  readonly documentId?: number;
  readonly name?: string;
}

/** @throws {DavError} 404 */
function placeOf({ path: { segments } }: RequestContext): Place {
  const [folder, id, name, ...more] = segments;
  if (id === undefined && (folder === undefined || folder === VERSIONS || folder === RESTORE)) return {};
  if (folder !== VERSIONS || id === undefined || !ID.test(id) || more.length > 0) throw missing();
  return name === undefined ? { documentId: Number(id) } : { documentId: Number(id), name };
}

/** The version at a request path. @throws {DavError} 404 | 405 (for a folder) @throws {DmsError} not_found */
function versionAt(context: RequestContext): { readonly documentId: number; readonly version: Version } {
  const { documentId, name } = placeOf(context);
  if (documentId === undefined || name === undefined) throw notAllowed('PROPFIND');
  const version = earlierVersions(context, documentId).get(name);
  if (!version) throw missing();
  return { documentId, version };
}

/** PROPFIND of the earlier versions of a document, or of one of them. The folders above do not list their members. */
async function propfind(context: RequestContext): Promise<void> {
  const { response, mount, path } = context;
  const { depth, properties } = await readPropfind(context);
  const { documentId, name } = placeOf(context);
  const versions = documentId === undefined ? undefined : earlierVersions(context, documentId);
  const version = name === undefined ? undefined : versions?.get(name);
  if (name !== undefined && !version) throw missing();
  const listing = new Listing(response, properties, PROPERTIES);
  await listing.append(mount.hrefOf(path.segments, version === undefined), version);
  if (depth === '1' && version === undefined)
    for (const [member, one] of versions ?? [])
      if (!(await listing.append(mount.hrefOf([...path.segments, member], false), one))) return;
  listing.end();
}

/** GET of the content of a version. */
async function get(context: RequestContext): Promise<void> {
  const { actor, dms } = context;
  const { documentId, version: wanted } = versionAt(context);
  const { content, document, version } = dms.documents.open(actor, documentId, wanted.number);
  const { createdAt: modifiedAt, mimeType, number, sha256, size } = version;
  await sendDocument(context, {
    content,
    document: { ...document, version: number, mimeType, modifiedAt, sha256, size },
  });
}

/** MOVE of a version into the folder for restoring: its content becomes the next version. */
async function move(context: RequestContext): Promise<void> {
  const { actor, dms, extension, response } = context;
  const { documentId, version } = versionAt(context);
  requireConditions(context, { etag: tagOf(version), lastModified: version.createdAt });
  requireRestore(context, VERSIONS);
  const restored = await dms.versions.restore(actor, documentId, version.number);
  sendResponse(response, 201, extension?.writtenHeaders(documentId, etagOf(restored)));
}

/** Methods at `/remote.php/dav/versions/{login}` (docs/build/contract/sync.md). */
export const VERSION_METHODS: Readonly<Record<string, Method>> = {
  GET: get,
  HEAD: get,
  MOVE: move,
  PROPFIND: propfind,
};
