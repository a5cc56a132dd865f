import { api, dataOf } from '../../api/client.ts';
import type { Undo } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { useLoaded } from '../hooks/use-loaded.ts';

/** The display names of the users whose changes the undos take back, by id. Deleted users have none. */
export function useNames(undos: readonly Undo[]): ReadonlyMap<number, string> {
  const ids = new Set(
    undos.flatMap(({ user_id: id }) => (id === null || id === account.value?.id ? [] : id)),
  );
  const { value } = useLoaded(() => namesOf([...ids]), [[...ids].join(' ')]);
  return value ?? new Map();
}

async function namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await Promise.allSettled(
    ids.map((id) => dataOf(api.GET('/users/{id}', { params: { path: { id } } }))),
  );
  return new Map(
    found.flatMap((each) => (each.status === 'fulfilled' ? [[each.value.id, each.value.name]] : [])),
  );
}
