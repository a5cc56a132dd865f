import { api, pageOf } from '../../api/client.ts';
import type { ListedEntry, Page as PageOf } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { EntriesPage } from '../search/entries-page.tsx';

function load(page: number, per_page: number): Promise<PageOf<ListedEntry>> {
  return pageOf(api.GET('/favourites', { params: { query: { page, per_page, include: 'shared_with' } } }));
}

/** The documents and folders that the user has marked, wherever they are. */
export function Page() {
  return <EntriesPage title={t().favourites} load={load} empty={t().noFavourites} />;
}
