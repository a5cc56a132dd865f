import { api, pageOf } from '../../api/client.ts';
import type { Share } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { People } from '../../parts/display/people.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { may } from '../../state/files/permissions.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

const MAX_SHARES = 200;

function rightOf(share: Share): string {
  const texts = t().document;
  if (may(share, 'share')) return texts.canManage;
  return may(share, 'update') ? texts.canEdit : texts.canView;
}

/** The shares of a document that the user may see. */
export function SharesTab({ id }: { readonly id: number }) {
  const { value, error, reload } = useLoaded(
    () => pageOf(api.GET('/shares', { params: { query: { document_id: id, per_page: MAX_SHARES } } })),
    [id],
  );
  const texts = t().document;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  if (value.items.length === 0) return <p class="notice">{texts.noShares}</p>;
  return (
    <ul class="records">
      {value.items.map((share) => (
        <li key={share.id}>
          <strong>
            <People names={share.people.map(({ name }) => name)} />
          </strong>
          <p>
            {rightOf(share)}
            {share.expires_at !== null && `, ${texts.until(formatDay(share.expires_at))}`}
          </p>
          {share.created_by && <small>{texts.sharedBy(share.created_by.name)}</small>}
        </li>
      ))}
    </ul>
  );
}
