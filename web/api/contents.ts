import { api, bodyOf } from './client.ts';
import type { Entry, Page } from './records.ts';

/** Sort order of a list of entries. Folders always precede documents. */
export interface Order {
  readonly sort: 'name' | 'size' | 'updated_at' | 'created_at' | 'mime_type';
  readonly direction: 'asc' | 'desc';
}

/** Maximum number of ids per response. */
const IDS_PER_PAGE = 10_000;

interface ContentsQuery extends Partial<Order> {
  readonly page?: number;
  readonly per_page?: number;
  readonly type?: 'folder';
  readonly include?: 'shared_with';
}

function isEntry(item: { readonly id: number }): item is Entry {
  return 'name' in item;
}

async function load(id: number, query: ContentsQuery & { readonly fields?: 'id' }) {
  const body = await bodyOf(api.GET('/folders/{id}/contents', { params: { path: { id }, query } }));
  if (!('meta' in body)) throw new Error('the answer is no page of a list');
  const items: readonly { readonly id: number }[] = body.data;
  return { items, total: body.meta.total };
}

/** One page of a folder's contents. @throws {ApiError} */
export async function loadEntries(id: number, query: ContentsQuery): Promise<Page<Entry>> {
  const { items, total } = await load(id, query);
  return { items: items.filter(isEntry), total };
}

/** The ids of all entries in a folder. @throws {ApiError} */
export async function loadIds(id: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await load(id, { page, per_page: IDS_PER_PAGE, fields: 'id' });
    ids.push(...items.map((item) => item.id));
    if (items.length === 0 || ids.length >= total) return ids;
  }
}

/**
 * Index of the first entry whose name starts with `starts`, in the list ordered by name.
 * @returns undefined if no name matches
 * @throws {ApiError}
 */
export async function findName(
  id: number,
  starts: string,
  direction: Order['direction'],
): Promise<number | undefined> {
  const query = { sort: 'name', direction, starts } as const;
  const body = await bodyOf(api.GET('/folders/{id}/contents', { params: { path: { id }, query } }));
  return 'index' in body.data ? (body.data.index ?? undefined) : undefined;
}
