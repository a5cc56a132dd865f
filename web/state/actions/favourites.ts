import { signal } from '@preact/signals';
import { api, dataOf } from '../../api/client.ts';
import type { Entry } from '../../api/records.ts';
import { showFailure } from '../failures.ts';
import { listingsOf } from '../files/listing.ts';

/** Incremented after each mark that this page has set or removed. */
export const favouriteChanges = signal(0);

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

/** Marks an entry as a favourite, or removes the mark. The lists of folders show it at once. */
export async function setFavourite(
  { id, type }: Pick<Entry, 'id' | 'type'>,
  isFavourite: boolean,
): Promise<void> {
  show(id, isFavourite);
  const path = type === 'file' ? '/documents/{id}/favourite' : '/folders/{id}/favourite';
  const params = { params: { path: { id } } };
  try {
    await dataOf(isFavourite ? api.PUT(path, params) : api.DELETE(path, params));
  } catch (error) {
    show(id, !isFavourite);
    showFailure(error);
  }
  favouriteChanges.value += 1;
}

function show(id: number, isFavourite: boolean): void {
  for (const listing of listingsOf()) {
    const row = listing.at(listing.indexOf(id));
    if (row !== undefined) listing.replace(marked(row, isFavourite));
  }
}
