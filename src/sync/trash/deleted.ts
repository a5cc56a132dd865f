import { httpDate, isoDate } from '../../http/content/dates.ts';
import { escapeText } from '../../http/content/escape.ts';
import { etagOf } from '../../http/content/etag.ts';
import type { Entry, TrashRecord } from '../../model/entries/entry.ts';
import { sendableType } from '../../model/entries/media-type.ts';
import { allows, DELETE } from '../../model/entries/permissions.ts';
import { DAV } from '../../webdav/protocol/protocol.ts';
import { clientTime } from '../drive/drive.ts';
import { COLLECTION, NEXTCLOUD, OWNCLOUD, type Properties } from '../listing.ts';

/** A deleted entry, or an entry beneath it. */
export interface Deleted {
  readonly entry: Entry;
  readonly name: string;
  /** Path before the deletion, without a slash at the beginning. */
  readonly location: string;
  /** Milliseconds UTC. */
  readonly deletedAt: number;
  /** True if the user may delete the entry permanently. */
  readonly isPurgeable: boolean;
  /** Bytes; of a folder, all documents beneath it. */
  readonly size: number;
}

/** The deleted entry of a record. @param size as {@link Deleted.size} */
export function deletedOf({ entry, path, deletedAt }: TrashRecord, size: number): Deleted {
  const isPurgeable = allows(entry.permissions, DELETE);
  return { entry, name: entry.name, location: path.slice(1), deletedAt, isPurgeable, size };
}

/**
 * An entry beneath a deleted folder. It is deleted and restored only with that folder.
 * @param member.above names of the folders between the two, from above
 */
export function beneath(
  { deletedAt, path }: TrashRecord,
  member: Pick<Deleted, 'entry' | 'name' | 'size'> & { readonly above: readonly string[] },
): Deleted {
  const { above, entry, name, size } = member;
  const location = [path.slice(1), ...above, name].join('/');
  return { entry, name, location, deletedAt, isPurgeable: false, size };
}

/** Undefined: a folder of the trash itself. */
type Resource = Deleted | undefined;

type Content = (resource: Resource) => string | undefined;

function ofDocument(content: (document: Extract<Entry, { kind: 'file' }>) => string): Content {
  return (deleted) => (deleted?.entry.kind === 'file' ? content(deleted.entry) : undefined);
}

/** Properties of the trash and of what is in it. */
export const PROPERTIES: Properties<Resource> = {
  [DAV]: new Map<string, Content>([
    ['resourcetype', (deleted) => (deleted?.entry.kind === 'file' ? '' : COLLECTION)],
    ['displayname', (deleted) => deleted && escapeText(deleted.name)],
    ['creationdate', (deleted) => deleted && isoDate(deleted.entry.createdAt)],
    [
      'getlastmodified',
      (deleted) =>
        deleted &&
        httpDate(
          clientTime(deleted.entry.kind === 'file' ? deleted.entry.modifiedAt : deleted.entry.updatedAt),
        ),
    ],
    ['getcontentlength', ofDocument(({ size }) => String(size))],
    ['getcontenttype', ofDocument(({ mimeType }) => escapeText(sendableType(mimeType)))],
    ['getetag', ofDocument(etagOf)],
  ]),
  [OWNCLOUD]: new Map<string, Content>([
    // The Android app reads this id as a number.
    ['id', (deleted) => deleted?.entry.id.toString()],
    ['fileid', (deleted) => deleted?.entry.id.toString()],
    ['size', (deleted) => deleted?.size.toString()],
    ['permissions', (deleted) => deleted && (deleted.isPurgeable ? 'GD' : 'G')],
  ]),
  [NEXTCLOUD]: new Map<string, Content>([
    ['trashbin-filename', (deleted) => deleted && escapeText(deleted.name)],
    ['trashbin-original-location', (deleted) => deleted && escapeText(deleted.location)],
    ['trashbin-deletion-time', (deleted) => deleted && String(Math.floor(deleted.deletedAt / 1000))],
    ['has-preview', (deleted) => deleted && 'false'],
  ]),
};
