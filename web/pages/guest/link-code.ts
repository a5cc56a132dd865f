import { useEffect, useState } from 'preact/hooks';

/** What a link from a letter, or from the start of the service, has in its fragment. */
export interface LinkCode {
  readonly code: string;
  /** It is for the first password of an account. */
  readonly isInvited: boolean;
}

/**
 * The code that the page was opened with. It is taken out of the address, so that it stays in no history.
 * @returns undefined if there is none; and a function that forgets it
 */
export function useLinkCode(): readonly [link: LinkCode | undefined, forget: () => void] {
  const [link, setLink] = useState(take);
  useEffect(() => {
    // A link that is opened in the tab of the same page loads nothing anew.
    const takeNext = (): void => setLink((before) => take() ?? before);
    addEventListener('hashchange', takeNext);
    return () => removeEventListener('hashchange', takeNext);
  }, []);
  return [link, () => setLink(undefined)];
}

function take(): LinkCode | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const code = fragment.get('code');
  if (code === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return { code, isInvited: fragment.has('invited') };
}
