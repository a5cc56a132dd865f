import { useEffect } from 'preact/hooks';
import type { Listing } from '../../state/files/listing.ts';

/** How long the service wants to be left alone before it is asked again. */
const PENDING_MS = 2000;

/** Looks at a list again while pictures of its documents are being made: nobody tells when they are there. */
export function usePendingPictures(listing: Listing, areShown: boolean): void {
  const isPending =
    areShown && listing.loaded().some((entry) => entry.type === 'file' && entry.thumbnail === 'pending');
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => void listing.refresh(), PENDING_MS);
    return () => clearInterval(timer);
  }, [listing, isPending]);
}
