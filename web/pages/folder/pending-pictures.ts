import { useEffect } from 'preact/hooks';
import type { Listing } from '../../state/files/listing.ts';

/** Polling interval while the service creates thumbnails. */
const PENDING_MS = 2000;

/** Refreshes a list while thumbnails of its documents are pending, because no event reports that they are ready. */
export function usePendingPictures(listing: Listing, areShown: boolean): void {
  const isPending =
    areShown && listing.loaded().some((entry) => entry.type === 'file' && entry.thumbnail === 'pending');
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => void listing.refresh(), PENDING_MS);
    return () => clearInterval(timer);
  }, [listing, isPending]);
}
