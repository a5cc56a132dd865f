import { loadEntries } from '../../../api/contents.ts';
import type { EarlierEntry } from '../../../api/earlier.ts';
import { folderInfos } from '../../../state/files/folder-info.ts';
import { t } from '../../../text/text.ts';

/** Documents of today whose contents are compared: all in a usual folder, and at most this many pages. */
const PAGES = 5;
const PAGE_SIZE = 200;

/** The documents in a folder today: SHA-256 of the content, by id. */
export type Today = ReadonlyMap<number, string>;

/** @throws {ApiError} */
export async function loadToday(folderId: number): Promise<Today> {
  const found = new Map<number, string>();
  for (let page = 1; page <= PAGES; page++) {
    const { items, total } = await loadEntries(folderId, { page, per_page: PAGE_SIZE });
    for (const entry of items) if (entry.type === 'file') found.set(entry.id, entry.sha256);
    if (page * PAGE_SIZE >= total) break;
  }
  return found;
}

/** True if the entry is in the folder now. @param folderId for the top folder the id of the home */
export function isStillIn({ now }: EarlierEntry, folderId: number): boolean {
  return now !== null && now.folder_id === folderId;
}

/** True if the content is another one now; undefined if that is not known. */
export function hasChanged({ id, version }: EarlierEntry, today: Today | undefined): boolean | undefined {
  const sha256 = today?.get(id);
  return sha256 === undefined || version === null ? undefined : sha256 !== version.sha256;
}

/** What became of an entry since, as a short text. @param folderId for the top folder the id of the home */
export function becameOf(entry: EarlierEntry, folderId: number, today: Today | undefined): string {
  const { name, now, type, version } = entry;
  const texts = t().earlier;
  if (now === null) return texts.inTrash;
  const changed = hasChanged(entry, today);
  const parts = [
    now.name !== name && texts.named(now.name),
    !isStillIn(entry, folderId) && placeOf(now.folder_id),
    changed === true && texts.changed,
    type === 'file' && version === null && texts.noVersion,
    version?.certain === false && texts.uncertain,
  ].filter((part) => part !== false);
  if (parts.length === 0) return changed === false ? texts.unchanged : texts.stillHere;
  const text = parts.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A component that calls this function renders again when the name of the folder has loaded. */
function placeOf(folderId: number | null): string {
  const found = folderId === null ? undefined : folderInfos.value.get(folderId)?.name;
  return found === undefined ? t().earlier.elsewhere : t().earlier.inFolder(found);
}
