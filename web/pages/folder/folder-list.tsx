import { useMemo, useState } from 'preact/hooks';
import type { Entry } from '../../api/records.ts';
import { useQuickPreview } from '../../details/quick-preview.tsx';
import { Menu, type MenuAnchor } from '../../parts/dialogs/menu.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { Grid } from '../../parts/grid/grid.tsx';
import { activeRow } from '../../parts/grid/rows.ts';
import { pageLocation } from '../../router.ts';
import type { Listing } from '../../state/files/listing.ts';
import type { Selection } from '../../state/files/selection.ts';
import { preferences } from '../../state/session/preferences.ts';
import { t } from '../../text/text.ts';
import type { FolderCommands } from './commands.ts';
import { dragProps } from './drag.ts';
import { EmptyFolder } from './empty-folder.tsx';
import { entryMenu } from './entry-menu.ts';
import { folderColumns } from './folder-columns.tsx';
import { folderRows } from './folder-rows.ts';
import { usePendingPictures } from './pending-pictures.ts';

interface FolderListProps {
  readonly listing: Listing;
  readonly selection: Selection;
  /** Name of the folder. */
  readonly label: string;
  readonly commands: FolderCommands;
  readonly mayUpload: boolean;
  /** Id of the entry that is being renamed. */
  readonly renamed: number | undefined;
  readonly onRenamed: () => void;
}

/** Scroll positions of lists, by key of the history entry and view. */
const tops = new Map<string, number>();
/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;
const TILE_HEIGHT = 184;
const TILE_WIDTH = 160;

/** The entries of a folder. */
export function FolderList(props: FolderListProps) {
  const { listing, selection, label, commands, mayUpload, renamed, onRenamed } = props;
  const [menu, setMenu] = useState<{ readonly entry: Entry; readonly at: MenuAnchor }>();
  const rows = useMemo(() => folderRows(listing), [listing, listing.changes.value]);
  const quickPreview = useQuickPreview(() => activeRow(rows, selection));
  const { view } = preferences.value;
  const areTiles = view === 'grid';
  usePendingPictures(listing, areTiles);
  const key = `${pageLocation.value.key} ${view}`;
  const { folderId } = listing;
  const openMenu = (entry: Entry, at: MenuAnchor): void => setMenu({ entry, at });
  const onKey = ({ key: name }: KeyboardEvent): boolean => {
    if (name === 'F2') commands.askForName();
    else if (name === 'Delete') void commands.remove();
    else return false;
    return true;
  };
  if (rows.count === 0) return <EmptyFolder mayUpload={mayUpload} isTop={folderId === 0} />;
  return (
    <>
      <Grid
        key={view}
        label={label}
        rows={rows}
        idOf={({ id }) => id}
        columns={folderColumns({ folderId, areTiles, renamed, onRenamed, onMenu: openMenu })}
        selection={selection}
        rowHeight={areTiles ? TILE_HEIGHT : isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        {...(areTiles && { tileWidth: TILE_WIDTH })}
        onOpen={(entry) => commands.open(entry)}
        onMenu={openMenu}
        onQuickPreview={quickPreview.onQuickPreview}
        onKey={onKey}
        top={tops.get(key) ?? 0}
        onScroll={(top) => tops.set(key, top)}
        rowProps={(entry) => dragProps(entry, selection, folderId)}
      />
      {quickPreview.dialog}
      {menu && (
        <Menu
          label={t().actionsFor(menu.entry.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={entryMenu(menu.entry, commands)}
        />
      )}
    </>
  );
}
