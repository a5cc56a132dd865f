import download from 'icon:download';
import undoIcon from 'icon:undo-2';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { API, api, bodyOf } from '../../api/client.ts';
import type { Activity } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import type { UndoStart } from '../../parts/undo-changes/undo-start.ts';
import { Undoing } from '../../parts/undo-changes/undoing.tsx';
import { navigate, type PageProps } from '../../router.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { Feed } from './feed.tsx';
import { type ActivityFilter, Filters, filterOf, pathOfFilter, queryOf } from './filters.tsx';
import { startOf } from './undo-offer.ts';

const PAGE_SIZE = 100;

/** The activity log, newest first. */
export function Page({ query }: PageProps) {
  const filter = filterOf(query);
  const title = t().activity;
  const [start, setStart] = useState<UndoStart>();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  return (
    <div class="page activity-page">
      <div class="toolbar">
        <h1>{title}</h1>
        {account.value?.is_admin === true && (
          <Button icon={download} onClick={() => void saveCsv(filter)}>
            {t().activityPage.csv}
          </Button>
        )}
      </div>
      <div class="activity-bar">
        <Filters filter={filter} onChange={(changed) => navigate(pathOfFilter(changed), { replace: true })} />
        <Button icon={undoIcon} onClick={() => setStart({ kind: 'changes' })}>
          {t().activityPage.undoChanges}
        </Button>
      </div>
      <Activities
        key={pathOfFilter(filter)}
        filter={filter}
        changes={changes}
        onUndo={(activity) => void startOf(activity).then(setStart)}
      />
      {start && (
        <Undoing start={start} onBegun={() => setChanges(changes + 1)} onClose={() => setStart(undefined)} />
      )}
    </div>
  );
}

interface ActivityResponse {
  readonly data: Activity[];
  readonly meta: { readonly total: number };
}

/** The API description also allows a CSV file, so the response is untyped. The `Accept` header decides the format. */
function isActivityResponse(body: unknown): body is ActivityResponse {
  return typeof body === 'object' && body !== null && 'data' in body && 'meta' in body;
}

async function load(filter: ActivityFilter, page: number): Promise<readonly Activity[]> {
  const query = { ...queryOf(filter), page, per_page: PAGE_SIZE };
  const body = await bodyOf<unknown>(api.GET('/activity', { params: { query } }));
  if (!isActivityResponse(body)) throw new Error('the answer is no list');
  return body.data;
}

interface ActivitiesProps {
  readonly filter: ActivityFilter;
  /** Number of changes that were made on this page; the list is loaded again after each. */
  readonly changes: number;
  readonly onUndo: (activity: Activity) => void;
}

function Activities({ filter, changes, onUndo }: ActivitiesProps) {
  const { value: first, error, reload } = useLoaded(() => load(filter, 1), [changes]);
  const [older, setOlder] = useState<readonly Activity[]>([]);
  const [pages, setPages] = useState(1);
  const [isAtEnd, setAtEnd] = useState(false);
  const [fault, setFault] = useState<ApiError>();
  useEffect(() => {
    // New records shift the others, so the pages that are shown no longer follow one another.
    setOlder([]);
    setPages(1);
    setAtEnd(false);
  }, [changes]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (first === undefined) return <Loading />;
  const items = [...first, ...older];
  if (items.length === 0) return <Nothing filter={filter} />;
  const hasMore = !isAtEnd && first.length === PAGE_SIZE;
  const loadOlder = (): void => {
    setFault(undefined);
    load(filter, pages + 1).then(
      (page) => {
        setOlder([...older, ...withoutKnown(page, items)]);
        setPages(pages + 1);
        setAtEnd(page.length < PAGE_SIZE);
      },
      (reason: unknown) => setFault(asApiError(reason)),
    );
  };
  return (
    <div class="feed-scroller">
      <Feed items={items} onUndo={onUndo} />
      {fault && <Problem error={fault} onRetry={loadOlder} />}
      {hasMore && !fault && (
        <div class="older">
          <Button onClick={loadOlder}>{t().activityPage.older}</Button>
        </div>
      )}
    </div>
  );
}

/** Removes known items. New log entries shift items that are already shown onto the next page. */
function withoutKnown(items: readonly Activity[], known: readonly Activity[]): readonly Activity[] {
  const ids = new Set(known.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}

function Nothing({ filter }: { readonly filter: ActivityFilter }) {
  const isNarrowed = pathOfFilter(filter) !== '/activity';
  return (
    <div class="notice" role="status">
      <p>{isNarrowed ? t().activityPage.nothing : t().activityPage.none}</p>
      <a class="button primary" href={isNarrowed ? '/activity' : '/'}>
        {isNarrowed ? t().activityPage.withoutFilters : t().toFiles}
      </a>
    </div>
  );
}

/** Uses `fetch` instead of a link, because the service selects CSV by the `Accept` header, and a link requests HTML. */
async function saveCsv(filter: ActivityFilter): Promise<void> {
  try {
    const query = new URLSearchParams(queryOf(filter));
    const response = await fetch(`${API}/activity?${String(query)}`, { headers: { Accept: 'text/csv' } });
    if (!response.ok) throw new Error(response.statusText);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = 'activity.csv';
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
  }
}
