import { api, pageOf } from '../../api/client.ts';
import type { DocumentDetails } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Circles } from '../../parts/display/people.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { PAGE_SIZE, usePages } from '../../parts/hooks/use-pages.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { formatMoment } from '../../text/format.ts';
import { saidOf } from '../../text/messages.ts';
import { t } from '../../text/text.ts';

/** The activity of a document, newest first. */
export function ActivityTab({
  document: { id, updated_at: changed },
}: {
  readonly document: DocumentDetails;
}) {
  const { items, error, reload, more } = usePages(
    (page) =>
      pageOf(
        api.GET('/v2/documents/{id}/activity', {
          params: { path: { id }, query: { page, per_page: PAGE_SIZE } },
        }),
      ),
    [id, changed],
  );
  const texts = t().document;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (items === undefined) return <Loading />;
  if (items.length === 0) return <p class="notice">{texts.noActivity}</p>;
  const names: Readonly<Record<string, string | undefined>> = texts.actions;
  return (
    <>
      <ul class="records">
        {items.map(({ id: number, action, user, timestamp, details, data }) => (
          <li key={number}>
            <strong>{names[action] ?? action}</strong>
            {details !== '' && <p>{saidOf(data, details)}</p>}
            <small>
              <Circles names={[user]} />
              <time dateTime={timestamp}>{texts.byAt(user, formatMoment(timestamp))}</time>
            </small>
          </li>
        ))}
      </ul>
      {more && <Button onClick={more}>{texts.showOlder}</Button>}
    </>
  );
}
