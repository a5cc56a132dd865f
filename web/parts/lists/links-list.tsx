import lock from 'icon:lock';
import end from 'icon:x';
import { useMemo, useState } from 'preact/hooks';
import { api, pageOf } from '../../api/client.ts';
import type { Link } from '../../api/records.ts';
import { endLink } from '../../state/actions/links.ts';
import { showRefusal } from '../../state/actions/sharing.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { showToast } from '../../state/toasts.ts';
import { formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Confirm } from '../dialogs/confirm.tsx';
import { PlainEntryIcon } from '../display/entry-icon.tsx';
import { Icon } from '../display/icon.tsx';
import { People } from '../display/people.tsx';
import type { Column } from '../grid/grid.tsx';
import { nameOfLink, termsOfLink, useOfLink } from '../sharing/link-facts.ts';
import { MenuList } from './menu-list.tsx';

/** A link as a row. The list searches its rows by `name`. */
type LinkRow = Link & { readonly name: string };

function listOf(ofEveryone: boolean): PagedList<LinkRow> {
  return new PagedList(async (page, per_page) => {
    const query = { page, per_page, everyone: ofEveryone ? '1' : '0' } as const;
    const { items, total } = await pageOf(api.GET('/links', { params: { query } }));
    const { gone, links } = t().sharing;
    const unreadable = ofEveryone ? links.unreadable : gone;
    return { items: items.map((link) => ({ ...link, name: link.entry?.name ?? unreadable })), total };
  });
}

/** Links, newest first: the user's own, or those of all users for administrators. */
export function LinksList({ ofEveryone }: { readonly ofEveryone: boolean }) {
  const texts = t().sharing.links;
  const list = useMemo(() => listOf(ofEveryone), [ofEveryone]);
  const [asked, ask] = useState<LinkRow>();
  const finish = (link: LinkRow): void => {
    list.remove(new Set([link.id]));
    endLink(link.id)
      .then(() => showToast(texts.ended(nameOfLink(link))))
      .catch(showRefusal)
      .finally(() => void list.refresh());
  };
  return (
    <>
      <MenuList
        label={ofEveryone ? texts.all : texts.list}
        list={list}
        columns={columns(ofEveryone)}
        itemsFor={(link) => [
          {
            label: t().sharing.end,
            icon: end,
            keys: t().deleteKey,
            isDanger: true,
            onSelect: () => ask(link),
          },
        ]}
        onDelete={ask}
        empty={ofEveryone ? texts.noneAtAll : texts.none}
      />
      {asked && (
        <Confirm
          title={texts.endTitle(nameOfLink(asked))}
          action={t().sharing.end}
          onClose={() => ask(undefined)}
          onConfirm={() => finish(asked)}
        >
          {texts.endText}
        </Confirm>
      )}
    </>
  );
}

function columns(ofEveryone: boolean): readonly Column<LinkRow>[] {
  const texts = t().sharing.links;
  const creator: Column<LinkRow> = {
    id: 'person',
    title: texts.creator,
    cell: ({ created_by: { name } }) => <People names={[name]} />,
  };
  return [
    { id: 'name', title: t().name, cell: (link) => <NameCell link={link} /> },
    ...(ofEveryone ? [creator] : []),
    { id: 'permissions', title: t().sharing.permissions, cell: (link) => termsOfLink(link).join(' · ') },
    {
      id: 'used',
      title: texts.used,
      isOptional: true,
      cell: useOfLink,
    },
    {
      id: 'end',
      title: texts.lastUsed,
      isOptional: true,
      cell: ({ last_used_at: at }) =>
        at === null ? texts.never : <time dateTime={at}>{formatShort(at)}</time>,
    },
  ];
}

function NameCell({ link }: { readonly link: LinkRow }) {
  return (
    <>
      <PlainEntryIcon type={link.folder_id === null ? 'file' : 'folder'} />
      <span class="text" title={link.name}>
        {link.name} <small>{nameOfLink(link)}</small>
      </span>
      {link.has_password && (
        <span title={t().sharing.links.hasPassword}>
          <Icon of={lock} size={16} />
        </span>
      )}
    </>
  );
}
