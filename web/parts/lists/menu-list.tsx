import more from 'icon:ellipsis-vertical';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PagedList } from '../../state/files/paged-list.ts';
import { Selection } from '../../state/files/selection.ts';
import { t } from '../../text/text.ts';
import { Menu, type MenuAnchor, type MenuItem } from '../dialogs/menu.tsx';
import { Problem } from '../dialogs/problem.tsx';
import { isNarrow } from '../display/narrow-screen.ts';
import { IconButton } from '../forms/button.tsx';
import { type Column, Grid } from '../grid/grid.tsx';
import { rowsOfList } from '../grid/rows.ts';
import { Loading } from '../loading/loading.tsx';

/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;

interface MenuListProps<T> {
  readonly label: string;
  readonly list: PagedList<T & { readonly id: number; readonly name: string }>;
  readonly columns: readonly Column<T>[];
  /** Menu items of a row. */
  readonly itemsFor: (row: T) => readonly MenuItem[];
  /** Default: opens the menu. */
  readonly onOpen?: (row: T) => void;
  /** Called for the Delete key. */
  readonly onDelete: (row: T) => void;
  /** Text for an empty list. */
  readonly empty: string;
}

/** A list in which each row has a menu. */
export function MenuList<T extends { readonly id: number; readonly name: string }>(props: MenuListProps<T>) {
  const { list, empty } = props;
  const total = list.total.value;
  const error = list.error.value;
  useEffect(() => list.show(0, 1), [list]);
  if (total === undefined && error === undefined) return <Loading />;
  if (total === undefined && error !== undefined)
    return <Problem error={error} onRetry={() => list.show(0, 1)} />;
  if (total === 0)
    return (
      <div class="notice">
        <p>{empty}</p>
      </div>
    );
  return <Rows {...props} />;
}

function Rows<T extends { readonly id: number; readonly name: string }>(props: MenuListProps<T>) {
  const { label, list, columns, itemsFor, onOpen, onDelete } = props;
  const [menu, setMenu] = useState<{ readonly row: T; readonly at: MenuAnchor }>();
  const selection = useMemo(() => new Selection(), [list]);
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const openMenu = (row: T, at: MenuAnchor): void => setMenu({ row, at });
  return (
    <>
      <Grid
        label={label}
        rows={rows}
        idOf={({ id }) => id}
        columns={[...columns, menuColumn(openMenu)]}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        onOpen={onOpen ?? ((row) => openMenu(row, anchorOfRow(row)))}
        onMenu={openMenu}
        onKey={({ key }) => {
          const active = rows.at(rows.indexOf(selection.active.value ?? -1));
          if (active === undefined || key !== 'Delete') return false;
          onDelete(active);
          return true;
        }}
        rowProps={({ id }) => ({ 'data-id': id })}
      />
      {menu && (
        <Menu
          label={t().actionsFor(menu.row.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={itemsFor(menu.row)}
        />
      )}
    </>
  );
}

function anchorOfRow({ id }: { readonly id: number }): MenuAnchor {
  return document.querySelector<HTMLElement>(`[data-id="${String(id)}"]`) ?? { x: 0, y: 0 };
}

function menuColumn<T extends { readonly name: string }>(
  onMenu: (row: T, at: HTMLElement) => void,
): Column<T> {
  return {
    id: 'actions',
    title: '',
    cell: (row) => (
      <IconButton
        icon={more}
        label={t().actionsFor(row.name)}
        hasMenu
        tabIndex={-1}
        onClick={({ currentTarget }) => onMenu(row, currentTarget)}
      />
    ),
  };
}
