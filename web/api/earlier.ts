import type { components } from '../schema.d.ts';
import { api, bodyOf } from './client.ts';
import type { Page } from './records.ts';

/** A member of a folder as it was at a time (docs/build/contract/history.md §41). */
export type EarlierEntry = components['schemas']['EarlierEntry'];

function isEarlier(item: { readonly id: number }): item is EarlierEntry {
  return 'now' in item;
}

/** One page of the members that a folder had at a time, folders first, then by name. @throws {ApiError} */
export async function loadEarlier(
  id: number,
  at: string,
  paging: { readonly page: number; readonly per_page: number },
): Promise<Page<EarlierEntry>> {
  const params = { path: { id }, query: { at, ...paging } };
  const body = await bodyOf(api.GET('/folders/{id}/contents', { params }));
  if (!('meta' in body)) throw new Error('the answer is no page of a list');
  const items: readonly { readonly id: number }[] = body.data;
  return { items: items.filter(isEarlier), total: body.meta.total };
}
