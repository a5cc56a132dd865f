import { useEffect, useState } from 'preact/hooks';
import { api, dataOf, pageOf } from '../../api/client.ts';
import { type Recipient, rankedRecipients } from '../../state/actions/recipients.ts';

const PAUSE_MS = 150;
/** Minimum query length of the service. */
const MIN_LETTERS = 2;
const MAX_USERS = 20;

/** Finds recipients by the first letters of a name. @throws {ApiError} */
export type FindRecipients = (q: string, signal: AbortSignal) => Promise<readonly Recipient[]>;

/** Finds users and groups to share with. */
export const findRecipients: FindRecipients = async (q, signal) => {
  const params = { query: { q } };
  const [people, groups] = await Promise.all([
    dataOf(api.GET('/people', { params, signal })),
    pageOf(api.GET('/groups', { params, signal })),
  ]);
  return rankedRecipients(q, people, groups.items);
};

/** Finds users, for administrators: also the administrator and disabled accounts. */
export const findUsers: FindRecipients = async (q, signal) => {
  const params = { query: { q, per_page: MAX_USERS } };
  const { items } = await pageOf(api.GET('/users', { params, signal }));
  return rankedRecipients(q, items, []);
};

/** The recipients that a query finds. @returns undefined until they are known */
export function useFound(q: string, find: FindRecipients): readonly Recipient[] | undefined {
  const [state, setState] = useState<{ readonly q: string; readonly found: readonly Recipient[] }>();
  useEffect(() => {
    if (q.length < MIN_LETTERS) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      find(q, controller.signal).then(
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
