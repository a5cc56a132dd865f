import unlock from 'icon:lock-open';
import refresh from 'icon:rotate-cw';
import { useMemo, useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Lock } from '../../api/records.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { PlainEntryIcon } from '../../parts/display/entry-icon.tsx';
import { People } from '../../parts/display/people.tsx';
import { Button } from '../../parts/forms/button.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { MenuList } from '../../parts/lists/menu-list.tsx';
import { PagedList } from '../../state/files/paged-list.ts';
import { showToast } from '../../state/toasts.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';

/** A lock as a row. The list searches its rows by `name`. */
type LockRow = Lock & { readonly name: string };

function listOf(): PagedList<LockRow> {
  return new PagedList(async (page, per_page) => {
    const { items, total } = await pageOf(api.GET('/locks', { params: { query: { page, per_page } } }));
    return { items: items.map((lock) => ({ ...lock, name: nameOf(lock) })), total };
  });
}

function nameOf({ entry, owner }: Lock): string {
  return entry?.name ?? t().admin.hiddenEntry(owner?.name ?? '');
}

/** The locks of all users, with holder and expiry. */
export function Page() {
  return (
    <ForAdmins>
      <Locks />
    </ForAdmins>
  );
}

function Locks() {
  const texts = t().admin;
  const [asked, ask] = useState<LockRow>();
  const list = useMemo(listOf, []);
  return (
    <AdminFrame
      title={texts.locks}
      isList
      actions={
        <Button icon={refresh} onClick={() => void list.refresh()}>
          {texts.refresh}
        </Button>
      }
    >
      <MenuList
        label={texts.locks}
        list={list}
        columns={columns()}
        itemsFor={(lock) => [
          {
            label: texts.endLock,
            icon: unlock,
            keys: t().deleteKey,
            isDanger: true,
            onSelect: () => ask(lock),
          },
        ]}
        onDelete={ask}
        empty={texts.noLocks}
      />
      {asked && (
        <Confirm
          title={texts.endLockTitle(asked.name)}
          action={texts.endLock}
          onClose={() => ask(undefined)}
          onConfirm={() => void endLock(list, asked)}
        >
          {texts.endLockText(asked.user.name)}
        </Confirm>
      )}
    </AdminFrame>
  );
}

async function endLock(list: PagedList<LockRow>, { id }: LockRow): Promise<void> {
  list.remove(new Set([id]));
  try {
    await dataOf(api.DELETE('/locks/{id}', { params: { path: { id } } }));
    showToast(t().admin.lockEnded);
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
  }
  await list.refresh();
}

function columns(): readonly Column<LockRow>[] {
  const texts = t().admin;
  return [
    {
      id: 'name',
      title: texts.entry,
      cell: ({ name, entry }) => (
        <>
          <PlainEntryIcon type={entry?.type ?? 'file'} />
          <span class="text" title={entry?.path ?? texts.hiddenHint}>
            {name}
          </span>
        </>
      ),
    },
    {
      id: 'holder',
      title: texts.holder,
      cell: ({ user }) => (
        <span title={user.name}>
          <People names={[user.name]} />
        </span>
      ),
    },
    { id: 'since', title: texts.since, isOptional: true, cell: ({ since }) => <Moment at={since} /> },
    { id: 'until', title: texts.until, cell: ({ until }) => <Moment at={until} /> },
  ];
}

function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
