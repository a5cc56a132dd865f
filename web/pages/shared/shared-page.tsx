import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { api, pageOf } from '../../api/client.ts';
import { account } from '../../api/session.ts';
import { DetailsButton } from '../../details/details.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { useChanges } from '../../parts/hooks/use-changes.ts';
import { LinksList } from '../../parts/lists/links-list.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import type { PageProps } from '../../router.ts';
import { ownGroups } from '../../state/actions/groups.ts';
import { receiptOf } from '../../state/actions/recipients.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';
import { t } from '../../text/text.ts';
import { type Role, type SharedRow, SharesList } from './shares-list.tsx';

function listOf(role: Role): PagedList<SharedRow> {
  return new PagedList(async (page, per_page) => {
    const query = { role, page, per_page };
    const { items, total } = await pageOf(api.GET('/shares', { params: { query } }));
    const isThroughGroups = role === 'recipient' && items.some(({ groups }) => groups.length > 0);
    const own = isThroughGroups ? (await ownGroups()).map(({ name }) => name) : [];
    const user = account.value ?? { id: 0, login: '' };
    const rows = items.map((share) => ({
      ...share,
      ...receiptOf(share, user, own),
      name: share.entry?.name ?? '',
    }));
    return { items: rows, total };
  });
}

/** Shares by other users with this user, shares by this user with others, and links of this user. */
export function Page({ query }: PageProps) {
  const by = query.get('by');
  if (by === 'link') return <Links />;
  return <Shares role={by === 'me' ? 'creator' : 'recipient'} />;
}

interface FrameProps {
  readonly title: string;
  /** Value of `by` in the query of the current tab. */
  readonly by: 'link' | 'me' | undefined;
  readonly children: ComponentChildren;
}

function Frame({ title, by, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  const tabs = [
    [undefined, '/shared', t().sharing.withMe],
    ['me', '/shared?by=me', t().sharing.byMe],
    ['link', '/shared?by=link', t().sharing.links.tab],
  ] as const;
  return (
    <div class="page shared-page">
      <div class="toolbar">
        <h1>{t().shared}</h1>
        {by !== 'link' && <DetailsButton />}
      </div>
      <nav class="page-tabs" aria-label={t().shared}>
        {tabs.map(([value, href, text]) => (
          <a key={href} href={href} aria-current={value === by ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}

function Links() {
  return (
    <Frame title={t().sharing.links.list} by="link">
      <LinksList ofEveryone={false} />
    </Frame>
  );
}

function Shares({ role }: { readonly role: Role }) {
  const list = useMemo(() => listOf(role), [role]);
  const title = role === 'creator' ? t().sharedByMe : t().sharedWithMe;
  const isDialogOpen = sharedEntry.value !== undefined;
  useEffect(() => {
    if (list.total.value === undefined) list.show(0, 1);
    // The dialog may have changed the shares.
    else if (!isDialogOpen) void list.refresh();
  }, [list, isDialogOpen]);
  useChanges('shares', () => void list.refresh());
  const total = list.total.value;
  const error = list.error.value;
  return (
    <Frame title={title} by={role === 'creator' ? 'me' : undefined}>
      {total === undefined && error !== undefined && (
        <Problem error={error} onRetry={() => list.show(0, 1)} />
      )}
      {total === undefined && error === undefined && <Loading />}
      {total === 0 && <NothingShared role={role} />}
      {total !== undefined && total > 0 && <SharesList key={role} list={list} role={role} />}
    </Frame>
  );
}

function NothingShared({ role }: { readonly role: Role }) {
  return (
    <div class="notice">
      <p>{role === 'creator' ? t().sharing.nothingByMe : t().sharing.nothingWithMe}</p>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}
