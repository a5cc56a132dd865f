import pencil from 'icon:pencil';
import add from 'icon:user-plus';
import remove from 'icon:x';
import { useMemo, useState } from 'preact/hooks';
import { api, dataOf } from '../../../api/client.ts';
import type { Group, GroupMember } from '../../../api/records.ts';
import { Problem } from '../../../parts/dialogs/problem.tsx';
import { Circles } from '../../../parts/display/people.tsx';
import { Button, IconButton } from '../../../parts/forms/button.tsx';
import type { Column } from '../../../parts/grid/grid.tsx';
import { useLoaded } from '../../../parts/hooks/use-loaded.ts';
import { MenuList } from '../../../parts/lists/menu-list.tsx';
import { Loading } from '../../../parts/loading/loading.tsx';
import { membersOf, removeMember } from '../../../state/actions/groups.ts';
import { PagedList } from '../../../state/files/paged-list.ts';
import { t } from '../../../text/text.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AddMembersDialog, RenameGroupDialog } from './group-dialogs.tsx';

/** A group with its members. */
export function GroupView({ id }: { readonly id: number }) {
  const { value, error, reload } = useLoaded(
    () => dataOf(api.GET('/groups/{id}', { params: { path: { id } } })),
    [id],
  );
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return <Members key={value.id} group={value} onRenamed={reload} />;
}

interface MembersProps {
  readonly group: Group;
  readonly onRenamed: () => void;
}

function Members({ group, onRenamed }: MembersProps) {
  const texts = t().groups;
  const [asked, ask] = useState<'add' | 'rename'>();
  const list = useMemo(
    () => new PagedList<GroupMember>((page, perPage) => membersOf(group.id, page, perPage)),
    [group.id],
  );
  const onRemove = (member: GroupMember): void => void removeMember(list, group, member);
  const onClose = (): void => ask(undefined);
  return (
    <AdminFrame
      title={group.name}
      isList
      actions={
        <Button variant="primary" icon={add} onClick={() => ask('add')}>
          {texts.add}
        </Button>
      }
    >
      <div class="group-head">
        <a href="/admin/groups">{texts.back}</a>
        <h2>{group.name}</h2>
        <IconButton icon={pencil} label={t().rename} onClick={() => ask('rename')} />
      </div>
      <MenuList
        label={texts.membersOf(group.name)}
        list={list}
        columns={columns()}
        itemsFor={(member) => [
          { label: texts.remove, icon: remove, keys: t().deleteKey, onSelect: () => onRemove(member) },
        ]}
        onDelete={onRemove}
        empty={texts.noMembers}
      />
      {asked === 'add' && (
        <AddMembersDialog group={group} onDone={() => void list.refresh()} onClose={onClose} />
      )}
      {asked === 'rename' && <RenameGroupDialog group={group} onDone={onRenamed} onClose={onClose} />}
    </AdminFrame>
  );
}

function columns(): readonly Column<GroupMember>[] {
  return [
    { id: 'name', title: t().name, cell: (member) => <NameCell member={member} /> },
    { id: 'login', title: t().admin.login, cell: ({ login }) => <span title={login}>{login}</span> },
  ];
}

function NameCell({ member: { name, is_disabled } }: { readonly member: GroupMember }) {
  return (
    <>
      <Circles names={[name]} />
      <span class="text" title={name}>
        {name}
      </span>
      {is_disabled && <span class="mark off">{t().admin.disabled}</span>}
    </>
  );
}
