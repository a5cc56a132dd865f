import { useEffect, useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

/** A user by the login, as others see them. */
export type Colleague = components['schemas']['Colleague'];

const PAUSE_MS = 150;
/** With fewer, the service looks for nobody. */
const LEAST_LETTERS = 2;

/** The users whose name or login begins as is typed. @returns undefined while they are not known */
export function usePeople(q: string): readonly Colleague[] | undefined {
  const [state, setState] = useState<{ readonly q: string; readonly found: readonly Colleague[] }>();
  useEffect(() => {
    if (q.length < LEAST_LETTERS) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      dataOf(api.GET('/people', { params: { query: { q } }, signal })).then(
        (found) => setState({ q, found }),
        // What is typed can still be a login, and the service says what is wrong with it.
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
