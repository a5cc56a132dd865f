import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { ListedEntry } from '../../api/records.ts';
import { DetailsButton, WithDetails } from '../../details/details.tsx';
import { selectionSummary } from '../../details/selection-summary.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import { favouriteChanges } from '../../state/actions/favourites.ts';
import { entryChanges } from '../../state/files/folder-changes.ts';
import { PagedList, type PageLoader } from '../../state/files/paged-list.ts';
import { Selection } from '../../state/files/selection.ts';
import { onChange } from '../../state/session/events.ts';
import { t } from '../../text/text.ts';
import { SearchResults } from './search-results.tsx';

const TOGETHER_MS = 100;

interface EntriesPageProps {
  readonly title: string;
  /** Must not change between renderings. */
  readonly load: PageLoader<ListedEntry>;
  /** Shown in place of an empty list. */
  readonly empty: ComponentChildren;
}

/** A page with entries from several folders, which follows their changes. */
export function EntriesPage({ title, load, empty }: EntriesPageProps) {
  const list = useMemo(() => new PagedList(load), [load]);
  const selection = useMemo(() => new Selection(), [list]);
  useEffect(() => {
    document.title = `${title} · dms`;
    list.show(0, 1);
    // An entry in the list can be renamed, moved or deleted, or its right can end.
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange(({ kind }) => {
      if (kind === 'trash' || kind === 'account') return;
      // The events of a second come together.
      clearTimeout(waiting);
      waiting = setTimeout(() => void list.refresh(), TOGETHER_MS);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [list]);
  useEffect(() => {
    if (list.total.peek() !== undefined) void list.refresh();
  }, [list, favouriteChanges.value, entryChanges.value]);
  const total = list.total.value;
  const error = list.error.value;
  return (
    <div class="page search-page">
      <div class="toolbar">
        <h1>{title}</h1>
        <DetailsButton />
      </div>
      {total === undefined && error !== undefined && (
        <Problem error={error} onRetry={() => list.show(0, 1)} />
      )}
      {total === undefined && error === undefined && <Loading />}
      {total === 0 && <Empty>{empty}</Empty>}
      {total !== undefined && total > 0 && (
        <WithDetails about={() => selectionSummary({ list, selection, entryOf: (entry) => entry })}>
          <SearchResults label={title} list={list} selection={selection} />
        </WithDetails>
      )}
    </div>
  );
}

function Empty({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice">
      <p>{children}</p>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}
