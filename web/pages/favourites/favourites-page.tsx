import star from 'icon:star';
import { useEffect, useMemo } from 'preact/hooks';
import { api, pageOf } from '../../api/client.ts';
import type { SearchResult } from '../../api/records.ts';
import { DetailsButton, WithDetails } from '../../details/details.tsx';
import { selectionSummary } from '../../details/selection-summary.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import { favouriteChanges } from '../../state/actions/favourites.ts';
import { entryChanges } from '../../state/files/folder-changes.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { Selection } from '../../state/files/selection.ts';
import { onChange } from '../../state/session/events.ts';
import { t } from '../../text/text.ts';
import { SearchResults } from '../search/search-results.tsx';

function loadFavourites(): PagedList<SearchResult> {
  return new PagedList(async (page, per_page) => {
    const { items, total } = await pageOf(api.GET('/favourites', { params: { query: { page, per_page } } }));
    return { items: items.map((entry) => ({ ...entry, snippet: '', score: 0 })), total };
  });
}

/** The documents and folders that the user has marked, wherever they are. */
export function Page() {
  const list = useMemo(loadFavourites, []);
  const selection = useMemo(() => new Selection(), [list]);
  useEffect(() => {
    document.title = `${t().favourites} · dms`;
    list.show(0, 1);
    // A favourite changes with its entry: it is renamed, moved or deleted, or its right ends.
    return onChange(({ kind }) => {
      if (kind !== 'trash' && kind !== 'account') void list.refresh();
    });
  }, [list]);
  useEffect(() => {
    if (list.total.peek() !== undefined) void list.refresh();
  }, [list, favouriteChanges.value, entryChanges.value]);
  const total = list.total.value;
  const error = list.error.value;
  return (
    <div class="page search-page">
      <div class="toolbar">
        <h1>{t().favourites}</h1>
        <DetailsButton />
      </div>
      {total === undefined && error !== undefined && (
        <Problem error={error} onRetry={() => list.show(0, 1)} />
      )}
      {total === undefined && error === undefined && <Loading />}
      {total === 0 && <NoFavourites />}
      {total !== undefined && total > 0 && (
        <WithDetails about={() => selectionSummary({ list, selection, entryOf: (entry) => entry })}>
          <SearchResults label={t().favourites} list={list} selection={selection} />
        </WithDetails>
      )}
    </div>
  );
}

function NoFavourites() {
  return (
    <div class="notice">
      <p>
        <Icon of={star} size={18} /> {t().noFavourites}
      </p>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}
