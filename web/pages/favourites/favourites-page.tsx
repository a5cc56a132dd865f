import { api, pageOf } from '../../api/client.ts';
import type { Page as PageOf, SearchResult } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { EntriesPage } from '../search/entries-page.tsx';

async function load(page: number, per_page: number): Promise<PageOf<SearchResult>> {
  const { items, total } = await pageOf(api.GET('/favourites', { params: { query: { page, per_page } } }));
  return { items: items.map((entry) => ({ ...entry, snippet: '', score: 0 })), total };
}

/** The documents and folders that the user has marked, wherever they are. */
export function Page() {
  return <EntriesPage title={t().favourites} load={load} empty={t().noFavourites} />;
}
