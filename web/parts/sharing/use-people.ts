import { useEffect, useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import type { Colleague } from '../../api/records.ts';

const PAUSE_MS = 150;
/** Minimum query length of the service. */
const MIN_LETTERS = 2;

/** Users whose name or login starts with the query. @returns undefined until they are known */
export function usePeople(q: string): readonly Colleague[] | undefined {
  const [state, setState] = useState<{ readonly q: string; readonly found: readonly Colleague[] }>();
  useEffect(() => {
    if (q.length < MIN_LETTERS) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      dataOf(api.GET('/people', { params: { query: { q } }, signal })).then(
        (found) => setState({ q, found }),
        // The text may still be a login, and the service reports an error on submit.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q]);
  return state?.q === q ? state.found : undefined;
}
