import open from 'icon:folder-open';
import pencil from 'icon:pencil';
import plus from 'icon:plus';
import trash from 'icon:trash';
import { useMemo, useState } from 'preact/hooks';
import { api, pageOf } from '../../../api/client.ts';
import type { Group } from '../../../api/records.ts';
import { Confirm } from '../../../parts/dialogs/confirm.tsx';
import type { MenuItem } from '../../../parts/dialogs/menu.tsx';
import { Circles } from '../../../parts/display/people.tsx';
import { Button } from '../../../parts/forms/button.tsx';
import type { Column } from '../../../parts/grid/grid.tsx';
import { MenuList } from '../../../parts/lists/menu-list.tsx';
import { navigate, type PageProps } from '../../../router.ts';
import { deleteGroup } from '../../../state/actions/groups.ts';
import { PagedList } from '../../../state/files/paged-list.ts';
import { formatMoment, formatNumber, formatShort } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';
import { AdminFrame, ForAdmins } from '../admin-frame.tsx';
import { NewGroupDialog, RenameGroupDialog } from './group-dialogs.tsx';
import { GroupView } from './group-view.tsx';

/** The dialog that is open over the list. */
type Asked = { readonly what: 'new' } | { readonly what: 'rename' | 'delete'; readonly group: Group };

/** The groups of users, or one of them with its members. */
export function Page({ params: { id } }: PageProps) {
  return <ForAdmins>{id === undefined ? <Groups /> : <GroupView id={Number(id)} />}</ForAdmins>;
}

function Groups() {
  const texts = t().groups;
  const [asked, ask] = useState<Asked>();
  const list = useMemo(
    () =>
      new PagedList<Group>((page, per_page) =>
        pageOf(api.GET('/groups', { params: { query: { page, per_page } } })),
      ),
    [],
  );
  return (
    <AdminFrame
      title={texts.title}
      isList
      actions={
        <Button variant="primary" icon={plus} onClick={() => ask({ what: 'new' })}>
          {texts.make}
        </Button>
      }
    >
      <p class="hint admin-hint">{texts.hint}</p>
      <MenuList
        label={texts.title}
        list={list}
        columns={columns()}
        itemsFor={(group) => itemsFor(group, ask)}
        onOpen={(group) => navigate(pathOf(group))}
        onDelete={(group) => ask({ what: 'delete', group })}
        empty={texts.none}
      />
      {asked && <Dialogs asked={asked} list={list} onClose={() => ask(undefined)} />}
    </AdminFrame>
  );
}

interface DialogsProps {
  readonly asked: Asked;
  readonly list: PagedList<Group>;
  readonly onClose: () => void;
}

function Dialogs({ asked, list, onClose }: DialogsProps) {
  const texts = t().groups;
  const onDone = (): void => void list.refresh();
  if (asked.what === 'new') return <NewGroupDialog onDone={onDone} onClose={onClose} />;
  const { group } = asked;
  if (asked.what === 'rename') return <RenameGroupDialog group={group} onDone={onDone} onClose={onClose} />;
  return (
    <Confirm
      title={texts.deleteTitle(group.name)}
      action={texts.delete}
      onClose={onClose}
      onConfirm={() => void deleteGroup(list, group)}
    >
      {texts.deleteText(group.members ?? 0)}
    </Confirm>
  );
}

function pathOf({ id }: Pick<Group, 'id'>): string {
  return `/admin/groups/${String(id)}`;
}

function itemsFor(group: Group, ask: (asked: Asked) => void): readonly MenuItem[] {
  return [
    { label: t().open, icon: open, keys: 'Enter', onSelect: () => navigate(pathOf(group)) },
    { label: t().rename, icon: pencil, onSelect: () => ask({ what: 'rename', group }) },
    {
      label: t().groups.delete,
      icon: trash,
      keys: t().deleteKey,
      isDanger: true,
      onSelect: () => ask({ what: 'delete', group }),
    },
  ];
}

function columns(): readonly Column<Group>[] {
  const { members } = t().groups;
  return [
    { id: 'name', title: t().name, cell: (group) => <NameCell group={group} /> },
    {
      id: 'members',
      title: members,
      cell: (group) => (
        <>
          <span class="cell-label">{members}: </span>
          {formatNumber(group.members ?? 0)}
        </>
      ),
    },
    {
      id: 'created',
      title: t().admin.createdAt,
      cell: ({ created_at: time }) => (
        <time dateTime={time} title={formatMoment(time)}>
          {formatShort(time)}
        </time>
      ),
    },
  ];
}

function NameCell({ group }: { readonly group: Group }) {
  return (
    <>
      <Circles names={[]} groups={[group.name]} />
      <a href={pathOf(group)} tabIndex={-1} title={group.name}>
        {group.name}
      </a>
    </>
  );
}
