import more from 'icon:ellipsis-vertical';
import open from 'icon:folder-open';
import leaveIcon from 'icon:log-out';
import person from 'icon:user-plus';
import end from 'icon:x';
import { useMemo, useState } from 'preact/hooks';
import type { Share } from '../../api/records.ts';
import { WithDetails } from '../../details/details.tsx';
import { selectionSummary } from '../../details/selection-summary.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Menu, type MenuAnchor, type MenuItem } from '../../parts/dialogs/menu.tsx';
import { PlainEntryIcon } from '../../parts/display/entry-icon.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { People } from '../../parts/display/people.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { type Column, Grid } from '../../parts/grid/grid.tsx';
import { rowsOfList } from '../../parts/grid/rows.ts';
import { navigate } from '../../router.ts';
import type { Receipt } from '../../state/actions/recipients.ts';
import {
  endShare,
  lastDayOf,
  permissionsInWords,
  shareAgain,
  showRefusal,
} from '../../state/actions/sharing.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import type { PagedList } from '../../state/files/paged-list.ts';
import { Selection } from '../../state/files/selection.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';
import { showToast } from '../../state/toasts.ts';
import { showUndoable } from '../../state/undo.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { loadShareable } from './shareable.ts';

/** A share as a row. The list searches its rows by `name`. */
export type SharedRow = Share & Receipt & { readonly name: string };

/** The user's side of a share. */
export type Role = 'recipient' | 'creator';

/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;

interface SharesListProps {
  readonly list: PagedList<SharedRow>;
  readonly role: Role;
}

/** Shares, newest first. */
export function SharesList({ list, role }: SharesListProps) {
  const [menu, setMenu] = useState<{ readonly share: SharedRow; readonly at: MenuAnchor }>();
  const [left, leave] = useState<SharedRow>();
  const selection = useMemo(() => new Selection(), [list]);
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const about = () => selectionSummary({ list, selection, entryOf: ({ entry }) => entry });
  const openMenu = (share: SharedRow, at: MenuAnchor): void => setMenu({ share, at });
  const end = (share: SharedRow): void => {
    const refusal = refusalToEnd(share, role);
    if (refusal !== undefined) showToast(refusal, 'failed');
    else if (role === 'creator') void endMine(list, share);
    else leave(share);
  };
  return (
    <WithDetails about={about}>
      <Grid
        label={role === 'creator' ? t().sharing.listByMe : t().sharing.listWithMe}
        rows={rows}
        idOf={({ id }) => id}
        columns={columns(role, openMenu)}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        onOpen={openEntry}
        onMenu={openMenu}
        onKey={(event) => {
          const active = rows.at(rows.indexOf(selection.active.value ?? -1));
          if (active === undefined || event.key !== 'Delete') return false;
          end(active);
          return true;
        }}
      />
      {menu && (
        <Menu
          label={t().actionsFor(menu.share.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={itemsFor(menu.share, role, () => end(menu.share))}
        />
      )}
      {left && <LeaveDialog share={left} list={list} onClose={() => leave(undefined)} />}
    </WithDetails>
  );
}

function typeOf({ folder_id: folderId }: Share): 'file' | 'folder' {
  return folderId === null ? 'file' : 'folder';
}

function openEntry({ entry }: Share): void {
  if (entry !== null) navigate(pathOf(entry));
}

function columns(role: Role, onMenu: (share: SharedRow, at: HTMLElement) => void): Column<SharedRow>[] {
  return [
    { id: 'name', title: t().name, cell: (share) => <NameCell share={share} /> },
    {
      id: 'person',
      title: role === 'creator' ? t().sharing.sharedWith : t().sharing.sharedBy,
      cell: (share) => <PersonCell share={share} role={role} />,
    },
    {
      id: 'permissions',
      title: t().sharing.permissions,
      cell: (share) => permissionsInWords(share.permissions, typeOf(share)),
    },
    {
      id: 'end',
      title: t().sharing.ends,
      isOptional: true,
      cell: ({ expires_at: time }) => (time === null ? t().sharing.noExpiry : formatDay(lastDayOf(time))),
    },
    {
      id: 'actions',
      title: '',
      cell: (share) => (
        <IconButton
          icon={more}
          label={t().actionsFor(share.name)}
          hasMenu
          tabIndex={-1}
          onClick={({ currentTarget }) => onMenu(share, currentTarget)}
        />
      ),
    },
  ];
}

/** The users and groups on the other side of a share. */
function PersonCell({ share, role }: { readonly share: SharedRow; readonly role: Role }) {
  const { people, created_by: creator, through } = share;
  if (role === 'creator') return <People names={people.map(({ name }) => name)} groups={share.groups} />;
  const groups = through.join(', ');
  return (
    <>
      <People names={creator === null ? [] : [creator.name]} />
      {groups !== '' && <small title={groups}> {t().sharing.through(groups)}</small>}
    </>
  );
}

/** The reason why the user cannot end or leave a share; undefined if the user can. */
function refusalToEnd({ isDirect, through }: SharedRow, role: Role): string | undefined {
  if (role === 'creator' || isDirect || through.length === 0) return undefined;
  return t().sharing.memberMayNotLeave(through.join(', '));
}

function NameCell({ share }: { readonly share: Share }) {
  const { entry } = share;
  return (
    <>
      <PlainEntryIcon type={typeOf(share)} />
      {entry === null ? (
        <span class="hint">{t().sharing.gone}</span>
      ) : (
        <a href={pathOf(entry)} tabIndex={-1} title={entry.path}>
          {entry.name}
        </a>
      )}
    </>
  );
}

function itemsFor(share: SharedRow, role: Role, onEnd: () => void): MenuItem[] {
  const items: MenuItem[] = [];
  const { entry } = share;
  if (entry !== null) {
    items.push({ label: t().open, icon: open, keys: 'Enter', onSelect: () => navigate(pathOf(entry)) });
    if (role === 'creator')
      items.push({ label: t().sharing.change, icon: person, onSelect: () => void change(entry) });
  }
  items.push(
    role === 'creator'
      ? { label: t().sharing.endShare, icon: end, keys: t().deleteKey, onSelect: onEnd }
      : {
          label: t().sharing.leave,
          icon: leaveIcon,
          keys: t().deleteKey,
          refusal: refusalToEnd(share, role),
          onSelect: onEnd,
        },
  );
  return items;
}

async function change(entry: NonNullable<Share['entry']>): Promise<void> {
  try {
    sharedEntry.value = await loadShareable(entry);
  } catch (error) {
    showRefusal(error);
  }
}

async function endMine(list: PagedList<SharedRow>, share: SharedRow): Promise<void> {
  list.remove(new Set([share.id]));
  try {
    await endShare(share);
    showUndoable(t().sharing.ended(share.name), async () => {
      await shareAgain(share).catch(showRefusal);
      await list.refresh();
    });
  } catch (error) {
    showRefusal(error);
  }
  await list.refresh();
}

interface LeaveDialogProps {
  readonly share: SharedRow;
  readonly list: PagedList<SharedRow>;
  readonly onClose: () => void;
}

/** Asks for confirmation, because the recipient cannot undo leaving. */
function LeaveDialog({ share, list, onClose }: LeaveDialogProps) {
  const leave = (): void => {
    endShare(share)
      .then(() => showToast(t().sharing.left(share.name)))
      .catch(showRefusal)
      .finally(() => void list.refresh());
  };
  return (
    <Confirm
      title={t().sharing.leaveTitle(share.name)}
      action={t().sharing.leave}
      onConfirm={leave}
      onClose={onClose}
    >
      {share.through.length > 0 ? t().sharing.leaveKeeps(share.through.join(', ')) : t().sharing.leaveText}
    </Confirm>
  );
}
