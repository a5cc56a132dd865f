import { api, pageOf } from '../../api/client.ts';
import type { ListedEntry, Page as PageOf } from '../../api/records.ts';
import { formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { EntriesPage } from '../search/entries-page.tsx';

async function load(page: number, per_page: number): Promise<PageOf<ListedEntry>> {
  const query = { page, per_page, include: 'shared_with' } as const;
  const { items, total } = await pageOf(api.GET('/recent', { params: { query } }));
  return { items: items.map((entry) => ({ ...entry, snippet: wordsFor(entry) })), total };
}

/** What the user did last with a document. */
function wordsFor({ use, used_at: time }: { readonly use: 'opened' | 'changed'; readonly used_at: string }) {
  return use === 'opened' ? t().openedAt(formatShort(time)) : t().changedAt(formatShort(time));
}

/** The documents that the user has opened or changed last, wherever they are. */
export function Page() {
  return <EntriesPage title={t().recent} load={load} empty={t().nothingRecent} />;
}
