import { useEffect, useLayoutEffect } from 'preact/hooks';
import { loadInfo } from '../../state/files/folder-info.ts';
import { type Listing, listingOf } from '../../state/files/listing.ts';
import type { Selection } from '../../state/files/selection.ts';
import { preferences } from '../../state/session/preferences.ts';

/** Delay before a hovered folder is prefetched. */
const DEBOUNCE_MS = 80;

/** Loads a folder that is not cached, so that it opens without delay. */
function prefetch(folderId: number): void {
  const listing = listingOf(folderId, preferences.value.order);
  if (listing.total.value !== undefined) return;
  listing.show(0, 1);
  // If the prefetch fails, the page loads the folder itself and shows the error.
  loadInfo(folderId).catch(() => undefined);
}

/** Prefetches the folder under the pointer, and the active row if it is a folder. */
export function usePrefetch(listing: Listing, selection: Selection): void {
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onPointer = ({ target }: PointerEvent): void => {
      clearTimeout(timer);
      const found = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null;
      const id = Number(found?.dataset['folder'] ?? 0);
      if (id !== 0) timer = setTimeout(() => prefetch(id), DEBOUNCE_MS);
    };
    document.addEventListener('pointerover', onPointer);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointer);
    };
  }, []);
  const active = selection.active.value;
  useEffect(() => {
    const entry = active === undefined ? undefined : listing.at(listing.indexOf(active));
    if (entry?.type !== 'folder') return undefined;
    const timer = setTimeout(() => prefetch(entry.id), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [active]);
}
