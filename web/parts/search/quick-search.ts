import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { SearchResult } from '../../api/records.ts';
import { findEntries } from '../../state/search.ts';

/** Delay between the last keystroke and the request. */
const PAUSE_MS = 250;
const SHOWN = 8;

/** Results for a query that is being typed. */
export interface QuickSearch {
  /** Undefined until the response for exactly this query has arrived. */
  readonly found: readonly SearchResult[] | undefined;
  readonly error: ApiError | undefined;
}

/**
 * Adds a wildcard to a trailing two-letter word, because the service matches words under three letters only as a
 * whole.
 */
function openEnded(q: string): string {
  return /(?:^|\s)[\p{L}\p{N}]{2}$/u.test(q) ? `${q}*` : q;
}

/** Searches for the typed query as soon as the user pauses. */
export function useQuickSearch(q: string): QuickSearch {
  const [state, setState] = useState<QuickSearch & { readonly q: string }>();
  useEffect(() => {
    if (q === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      findEntries({ q: openEnded(q), filter: '', folderId: 0 }, 1, SHOWN, { signal }).then(
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
