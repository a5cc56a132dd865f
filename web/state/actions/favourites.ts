import { signal } from '@preact/signals';
import { api, dataOf } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { showFailure } from '../failures.ts';
import { listingsOf } from '../files/listing.ts';

/** Incremented after each mark that this page has set or removed. */
export const favouriteChanges = signal(0);

/** The changes under way, by entry: each waits for the one before, so that the last wish is what is stored. */
const running = new Map<number, Promise<unknown>>();

/** A record with its mark. */
interface Markable {
  favourite?: true;
}

/** The record of an entry after a change of its mark. */
export function marked<T extends Markable>(entry: T, isFavourite: boolean): T {
  const changed = { ...entry };
  const mark: Markable = changed;
  if (isFavourite) mark.favourite = true;
  else delete mark.favourite;
  return changed;
}

/**
 * Marks an entry as a favourite, or removes the mark. The lists of folders show it at once.
 * @returns the mark as it is stored, for what shows the entry in another way; undefined if a later change is under way
 */
export async function setFavourite(
  { id, type }: Pick<Entry, 'id' | 'type'>,
  isFavourite: boolean,
): Promise<boolean | undefined> {
  show(id, isFavourite);
  const before = running.get(id) ?? Promise.resolve();
  const change = before.then(() => send(id, type, isFavourite));
  running.set(id, change);
  // No list that was requested before the change replaces what is shown.
  for (const listing of listingsOf()) if (listing.indexOf(id) !== -1) listing.hold(change);
  const stored = await change;
  if (running.get(id) !== change) return undefined;
  running.delete(id);
  if (stored !== isFavourite) show(id, stored);
  favouriteChanges.value += 1;
  return stored;
}

/** Shows the error of a refused change. @returns whether the entry is marked afterwards */
async function send(id: number, type: Entry['type'], isFavourite: boolean): Promise<boolean> {
  const path = type === 'file' ? '/documents/{id}/favourite' : '/folders/{id}/favourite';
  const params = { params: { path: { id } } };
  try {
    await dataOf(isFavourite ? api.PUT(path, params) : api.DELETE(path, params));
    return isFavourite;
  } catch (error) {
    showFailure(error);
    return !isFavourite;
  }
}

function show(id: number, isFavourite: boolean): void {
  for (const listing of listingsOf()) {
    const row = listing.at(listing.indexOf(id));
    if (row !== undefined) listing.replace(marked(row, isFavourite));
  }
}
