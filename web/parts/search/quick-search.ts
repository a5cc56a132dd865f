import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { SearchResult } from '../../api/records.ts';
import { findEntries } from '../../state/search.ts';

/** How long the user must not type before the service is asked. */
const PAUSE_MS = 250;
const SHOWN = 8;

/** What a query that is being typed has found. */
export interface QuickSearch {
  /** Undefined until the answer for this very query is there. */
  readonly found: readonly SearchResult[] | undefined;
  readonly error: ApiError | undefined;
}

/** A word of two letters stands for its beginning: of shorter ones than three, the service finds whole words only. */
function openEnded(q: string): string {
  return /(?:^|\s)[\p{L}\p{N}]{2}$/u.test(q) ? `${q}*` : q;
}

/** Looks for what is being typed, as soon as the user pauses. */
export function useQuickSearch(q: string): QuickSearch {
  const [state, setState] = useState<QuickSearch & { readonly q: string }>();
  useEffect(() => {
    if (q === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      findEntries({ q: openEnded(q), filter: '', folderId: 0 }, 1, SHOWN, signal).then(
        ({ items }) => setState({ q, found: items, error: undefined }),
        (error: unknown) => {
          if (!signal.aborted) setState({ q, found: undefined, error: asApiError(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q]);
  return state?.q === q ? state : { found: undefined, error: undefined };
}
