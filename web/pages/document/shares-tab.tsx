import { api, pageOf } from '../../api/client.ts';
import type { Share } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { People } from '../../parts/display/people.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { receiptFor } from '../../parts/sharing/access.ts';
import { ownGroups } from '../../state/actions/groups.ts';
import { may } from '../../state/files/permissions.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

const MAX_SHARES = 200;

function rightOf(share: Share): string {
  const texts = t().document;
  if (may(share, 'share')) return texts.canManage;
  return may(share, 'update') ? texts.canEdit : texts.canView;
}

/** The shares of a document, and the groups of the user if a share is with a group. @throws {ApiError} */
async function load(id: number) {
  const query = { document_id: id, per_page: MAX_SHARES };
  const { items } = await pageOf(api.GET('/shares', { params: { query } }));
  const own = items.some(({ groups }) => groups.length > 0) ? await ownGroups() : [];
  return items.map((share) => ({ share, through: receiptFor(share, own).through }));
}

/** The shares of a document that the user may see. */
export function SharesTab({ id }: { readonly id: number }) {
  const { value, error, reload } = useLoaded(() => load(id), [id]);
  const texts = t().document;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  if (value.length === 0) return <p class="notice">{texts.noShares}</p>;
  return (
    <ul class="records">
      {value.map(({ share, through }) => (
        <li key={share.id}>
          <strong>
            <People names={share.people.map(({ name }) => name)} groups={share.groups} />
          </strong>
          <p>
            {rightOf(share)}
            {share.expires_at !== null && `, ${texts.until(formatDay(share.expires_at))}`}
          </p>
          {through.length > 0 && <p>{t().sharing.youThrough(through.join(', '))}</p>}
          {share.created_by && <small>{texts.sharedBy(share.created_by.name)}</small>}
        </li>
      ))}
    </ul>
  );
}
