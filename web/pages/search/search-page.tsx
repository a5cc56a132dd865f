import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { DetailsButton, WithDetails } from '../../details/details.tsx';
import { selectionSummary } from '../../details/selection-summary.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { Button } from '../../parts/forms/button.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import { navigate, type PageProps, pageLocation } from '../../router.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { Selection } from '../../state/files/selection.ts';
import { findEntries, noteSearch, pathOfSearch, type Search, searchOf } from '../../state/search.ts';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { FilterChips } from './filter-chips.tsx';
import { RecentSearches } from './recent-searches.tsx';
import { SearchField } from './search-field.tsx';
import { SearchResults } from './search-results.tsx';

const PAGE_SIZE = 50;

/** The results of a search and its filters. */
export function Page({ query }: PageProps) {
  const search = searchOf(query);
  const { q, filter } = search;
  const isAsked = q !== '' || filter !== '';
  useEffect(() => {
    document.title = `${q === '' ? t().search : t().find.titleOf(q)} · dms`;
    noteSearch(q);
  }, [q]);
  const change = (changed: Search): void => navigate(pathOfSearch(changed), { replace: isNarrow.value });
  return (
    <div class="page search-page">
      <div class="search-head">
        <h1 class="visually-hidden">{t().search}</h1>
        {isNarrow.value && (
          <SearchField q={q} onChange={(words) => change({ ...search, q: words })} hasFocus={!isAsked} />
        )}
        <FilterChips search={search} onChange={change} />
      </div>
      {isAsked ? <Results key={pathOfSearch(search)} search={search} /> : <RecentSearches />}
    </div>
  );
}

function Results({ search }: { readonly search: Search }) {
  const list = useListOf(search);
  const selection = useMemo(() => new Selection(), [list]);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (list.total.value === undefined) list.show(0, 1);
    else void list.refresh();
    redraw((times) => times + 1);
  }, [list]);
  const total = list.total.value;
  const error = list.error.value;
  if (error !== undefined && total === undefined)
    return <Refused error={error} search={search} onRetry={() => list.show(0, 1)} />;
  if (total === undefined) return <Loading />;
  if (total === 0) return <NothingFound search={search} />;
  return (
    <>
      <div class="count">
        <p role="status">{t().find.results(formatNumber(total), total)}</p>
        <DetailsButton />
      </div>
      <WithDetails about={() => selectionSummary({ list, selection, entryOf: (entry) => entry })}>
        <SearchResults label={t().find.resultList} list={list} selection={selection} />
      </WithDetails>
    </>
  );
}

/** Result lists for Back and Forward, by history entry and search. */
const lists = new Map<string, ReturnType<typeof makeList>>();
const LISTS_KEPT = 20;

function makeList(search: Search) {
  return new PagedList(
    (page, perPage) => findEntries(search, page, perPage, { include: 'shared_with' }),
    PAGE_SIZE,
  );
}

function useListOf(search: Search) {
  const key = `${pageLocation.value.key} ${pathOfSearch(search)}`;
  return useMemo(() => {
    const list = lists.get(key) ?? makeList(search);
    lists.set(key, list);
    const [oldest = ''] = lists.keys();
    if (lists.size > LISTS_KEPT) lists.delete(oldest);
    return list;
  }, [key]);
}

interface RefusedProps {
  readonly error: ApiError;
  readonly search: Search;
  readonly onRetry: () => void;
}

/** The error of a search. */
function Refused({ error, search, onRetry }: RefusedProps) {
  const faults = error.fields['filter'];
  if (faults === undefined) return <Problem error={error} onRetry={onRetry} />;
  return (
    <div class="notice" role="alert">
      <p>{t().find.badFilter(t().faults(faults))}</p>
      <Button variant="primary" onClick={() => navigate(pathOfSearch({ ...search, filter: '' }))}>
        {t().find.withoutFilters}
      </Button>
    </div>
  );
}

function NothingFound({ search }: { readonly search: Search }) {
  const isNarrowed = search.filter !== '' || search.folderId !== 0;
  const hasWords = /[\p{L}\p{N}]/u.test(search.q);
  return (
    <div class="notice" role="status">
      <p>{search.q === '' || hasWords ? t().find.nothing(search.q) : t().find.noWords}</p>
      {isNarrowed && search.q !== '' ? (
        <a class="button primary" href={pathOfSearch({ q: search.q, filter: '', folderId: 0 })}>
          {t().find.withoutFilters}
        </a>
      ) : (
        <p class="hint">{t().find.hint}</p>
      )}
    </div>
  );
}
