import { useEffect, useMemo } from 'preact/hooks';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { useChanges } from '../../parts/hooks/use-changes.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { t } from '../../text/text.ts';
import { TrashContents } from './trash-contents.ts';
import { TrashList } from './trash-list.tsx';

/** Deleted entries, to restore or delete permanently. */
export function Page() {
  const contents = useMemo(() => new TrashContents(), []);
  const { list } = contents;
  const title = t().trash;
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  useEffect(() => list.show(0, 1), [list]);
  useChanges('trash', () => void list.refresh());
  const total = list.total.value;
  const error = list.error.value;
  return (
    <div class="page trash-page">
      {total !== undefined && total > 0 ? (
        <TrashList contents={contents} />
      ) : (
        <>
          <div class="toolbar">
            <h1>{title}</h1>
          </div>
          {total === 0 && <Nothing />}
          {total === undefined && error === undefined && <Loading />}
          {total === undefined && error !== undefined && (
            <Problem error={error} onRetry={() => list.show(0, 1)} />
          )}
        </>
      )}
    </div>
  );
}

function Nothing() {
  return (
    <div class="notice">
      <p>{t().trashPage.empty}</p>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}
