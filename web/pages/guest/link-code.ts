import { useLayoutEffect, useState } from 'preact/hooks';

/** The fragment of a link that the service sent by e-mail or printed at startup. */
export interface LinkCode {
  readonly code: string;
  /** The link is an invitation: it sets the first password of an account. */
  readonly isInvited: boolean;
}

/** Key in the session storage of the tab. */
const KEPT = 'dms-link';

/**
 * The code in the fragment of the page's URL. It is removed from the URL, so that it does not stay in the history.
 * @param isKept stores the code in the tab until it is forgotten, so that a reload does not lose it
 * @returns the code, undefined if there is none; and a function that forgets it
 */
export function useLinkCode(isKept = false): readonly [link: LinkCode | undefined, forget: () => void] {
  const [link, setLink] = useState(() => take(isKept));
  useLayoutEffect(() => {
    // A link opened in a tab that already shows the page only changes the fragment; nothing reloads.
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
