import type { EarlierMember } from '../../core/history/history.ts';
import { etagOf, validatorsOf } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import { sendDocument } from '../../webdav/methods/methods.ts';
import { badRequest, DavError, sendResponse } from '../../webdav/protocol/protocol.ts';
import { type Method, type RequestContext, readDepth } from '../../webdav/request/request.ts';
import { requireConditions } from '../conditions.ts';
import { RESTORE, requireRestore } from '../destination.ts';
import { Listing, names, OWNCLOUD, readPropfind } from '../listing.ts';
import { missing, notAllowed } from '../sync-context.ts';
import { beneath, type Deleted, deletedOf, PROPERTIES } from './deleted.ts';
import { type Item, itemName, itemOf } from './item-name.ts';

/** Folder of the deleted entries. */
const TRASH = 'trash';

/** A deleted entry at a request path. */
interface Place extends Item {
  /** Names from the deleted entry downwards; empty for the entry itself. */
  readonly path: readonly string[];
}

/** What is at a request path. @throws {DavError} 404 */
function placeOf({ path: { segments } }: RequestContext): 'top' | 'trash' | 'restore' | Place {
  const [folder, name, ...path] = segments;
  if (folder === undefined) return 'top';
  if (name === undefined && (folder === TRASH || folder === RESTORE)) return folder;
  const item = folder === TRASH && name !== undefined ? itemOf(name) : undefined;
  if (!item) throw missing();
  return { ...item, path };
}

/** A request for one deleted entry, or an entry beneath it. @throws {DavError} 404 | 405 (for the folders of the trash) */
function itemPlace(context: RequestContext): Place {
  const place = placeOf(context);
  if (typeof place === 'string') throw notAllowed(place === 'trash' ? 'PROPFIND, DELETE' : 'PROPFIND');
  return place;
}

/**
 * A request that changes a deleted entry, with the conditions of the request fulfilled. The core refuses the change if the
 * entry is restored, or restored and deleted again, until then.
 * @throws {DavError} 403 | 404 | 405 | 412
 */
function changedItem(context: RequestContext): Item {
  const { id, deletedAt, path } = itemPlace(context);
  const { entry } = context.dms.trashRecords.find(context.actor, id, deletedAt);
  if (path.length > 0)
    throw new DavError(403, 'Only the deleted folder as a whole can be restored or deleted.');
  requireConditions(context, validatorsOf(entry));
  return { id, deletedAt };
}

/** The entry at a place. @throws {DavError} 404 */
async function found({ actor, dms, now }: RequestContext, { id, deletedAt, path }: Place) {
  const record = dms.trashRecords.find(actor, id, deletedAt);
  if (path.length === 0) return { record, member: { entry: record.entry, name: record.entry.name } };
  const member = await dms.earlierDrive.resolve(actor, now(), path, id);
  if (!member) throw missing();
  return { record, member };
}

/** A response to PROPFIND that is being written. */
interface Writing {
  readonly listing: Listing<Deleted | undefined>;
  /** True if the members are listed. */
  readonly isDeep: boolean;
  /** Bytes of an entry; 0 for a folder if sizes are not requested, because they take time. */
  readonly sizeOf: (entry: Entry) => Promise<number>;
}

async function begin(context: RequestContext): Promise<Writing> {
  const { actor, dms, response } = context;
  const { depth, properties } = await readPropfind(context);
  const needsSizes = names(properties, OWNCLOUD, 'size');
  if (needsSizes) await dms.treeTags.begin(actor);
  const sizeOf = async (entry: Entry): Promise<number> => {
    if (entry.kind === 'file') return entry.size;
    return needsSizes ? dms.folderSizes.of(entry.id) : 0;
  };
  return { listing: new Listing(response, properties, PROPERTIES), isDeep: depth === '1', sizeOf };
}

/** PROPFIND of a folder of the trash, a deleted entry, or an entry beneath it; with `Depth: 1` also of the members. */
async function propfind(context: RequestContext): Promise<void> {
  const place = placeOf(context);
  const writing = await begin(context);
  const { listing, isDeep } = writing;
  if (typeof place !== 'string') await listItem(context, place, writing);
  else {
    const { mount } = context;
    await listing.append(mount.hrefOf(place === 'top' ? [] : [place], true), undefined);
    if (isDeep && place === 'top')
      for (const name of [TRASH, RESTORE]) await listing.append(mount.hrefOf([name], true), undefined);
    if (isDeep && place === 'trash') await listTrash(context, writing);
  }
  listing.end();
}

async function listTrash({ actor, dms, mount }: RequestContext, { listing, sizeOf }: Writing): Promise<void> {
  for await (const records of dms.trashRecords.restorable(actor))
    for (const record of records) {
      const href = mount.hrefOf([TRASH, itemName(record)], record.entry.kind === 'folder');
      if (!(await listing.append(href, deletedOf(record, await sizeOf(record.entry))))) return;
    }
}

/** Lists a deleted entry, or an entry beneath it, and the members of a folder. */
async function listItem(
  context: RequestContext,
  place: Place,
  { listing, isDeep, sizeOf }: Writing,
): Promise<void> {
  const { actor, dms, mount, now } = context;
  const { record, member } = await found(context, place);
  const append = async (path: readonly string[], { entry, name }: EarlierMember): Promise<boolean> => {
    const href = mount.hrefOf([TRASH, itemName(record), ...path], entry.kind === 'folder');
    const size = await sizeOf(entry);
    const isWhole = path.length === 0;
    const deleted = isWhole
      ? deletedOf(record, size)
      : beneath(record, { entry, name, size, above: path.slice(0, -1) });
    return listing.append(href, deleted);
  };
  await append(place.path, member);
  if (!isDeep || member.entry.kind === 'file') return;
  for await (const slice of dms.earlierDrive.members(actor, now(), member.entry.id))
    for (const one of slice) if (!(await append([...place.path, one.name], one))) return;
}

/** GET of a deleted document, or of a document beneath a deleted folder. */
async function get(context: RequestContext): Promise<void> {
  const { actor, dms, now } = context;
  const { member } = await found(context, itemPlace(context));
  if (member.entry.kind === 'folder') throw notAllowed('PROPFIND, MOVE, DELETE');
  await sendDocument(context, dms.earlierDrive.open(actor, now(), member.entry.id));
}

/** MOVE of a deleted entry into the folder for restoring. The core decides where it goes. */
async function move(context: RequestContext): Promise<void> {
  const { actor, dms, extension, response } = context;
  const { id, deletedAt } = changedItem(context);
  requireRestore(context, 'trashbin');
  const restored = await dms.trash.restore(actor, id, undefined, deletedAt);
  const etag = restored.kind === 'file' ? etagOf(restored) : undefined;
  sendResponse(response, 201, extension?.writtenHeaders(id, etag));
}

/** DELETE of a deleted entry: it is deleted permanently. DELETE of the trash: it is emptied, as far as the user may. */
async function remove(context: RequestContext): Promise<void> {
  const { actor, dms, request, response } = context;
  if ((readDepth(request.headers) ?? 'infinity') !== 'infinity')
    throw badRequest('A folder is deleted with all its members: Depth must be infinity.');
  if (placeOf(context) === 'trash') await dms.emptyTrash.run(actor);
  else {
    const { id, deletedAt } = changedItem(context);
    await dms.trash.purge(actor, id, deletedAt);
  }
  sendResponse(response, 204);
}

/** Methods at `/remote.php/dav/trashbin/{login}` (docs/build/contract/sync.md). */
export const TRASH_METHODS: Readonly<Record<string, Method>> = {
  DELETE: remove,
  GET: get,
  HEAD: get,
  MOVE: move,
  PROPFIND: propfind,
};
