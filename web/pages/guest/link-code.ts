import { useEffect, useState } from 'preact/hooks';

/** What a link from a letter, or from the start of the service, has in its fragment. */
export interface LinkCode {
  readonly code: string;
  /** It is for the first password of an account. */
  readonly isInvited: boolean;
}

/** Where a tab keeps the code. */
const KEPT = 'dms-link';

/**
 * The code that the page was opened with. It is taken out of the address, so that it stays in no history.
 * @param isKept the tab keeps it until it is forgotten: for a link that is hard to find again when the page is loaded anew
 * @returns undefined if there is none; and a function that forgets it
 */
export function useLinkCode(isKept = false): readonly [link: LinkCode | undefined, forget: () => void] {
  const [link, setLink] = useState(() => take(isKept));
  useEffect(() => {
    // A link that is opened in the tab of the same page loads nothing anew.
    const takeNext = (): void => setLink((before) => take(isKept) ?? before);
    addEventListener('hashchange', takeNext);
    return () => removeEventListener('hashchange', takeNext);
  }, []);
  const forget = (): void => {
    sessionStorage.removeItem(KEPT);
    setLink(undefined);
  };
  return [link, forget];
}

function take(isKept: boolean): LinkCode | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const code = fragment.get('code');
  if (code === null) {
    const kept = isKept ? sessionStorage.getItem(KEPT) : null;
    return kept === null ? undefined : { code: kept, isInvited: false };
  }
  if (isKept) sessionStorage.setItem(KEPT, code);
  history.replaceState(history.state, '', location.pathname + location.search);
  return { code, isInvited: fragment.has('invited') };
}
