import download from 'icon:download';
import more from 'icon:ellipsis-vertical';
import folder from 'icon:folder';
import open from 'icon:folder-open';
import person from 'icon:user-plus';
import { useMemo, useState } from 'preact/hooks';
import { API } from '../../api/client.ts';
import type { ListedEntry } from '../../api/records.ts';
import { useQuickPreview } from '../../details/quick-preview.tsx';
import { Menu, type MenuAnchor, type MenuItem } from '../../parts/dialogs/menu.tsx';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';
import { FavouriteMark } from '../../parts/display/favourite-mark.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { SharedMark } from '../../parts/display/shared-mark.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { type Column, Grid } from '../../parts/grid/grid.tsx';
import { activeRow, rowsOfList } from '../../parts/grid/rows.ts';
import { folderOf, placeOf } from '../../parts/search/search-choices.tsx';
import { Snippet, textOf } from '../../parts/search/snippet.tsx';
import { navigate, pageLocation } from '../../router.ts';
import { marked, setFavourite } from '../../state/actions/favourites.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import type { PagedList } from '../../state/files/paged-list.ts';
import { may } from '../../state/files/permissions.ts';
import type { Selection } from '../../state/files/selection.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';
import { formatMoment, formatShort, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { favouriteItem } from '../folder/entry-menu.ts';

/** In pixels. */
const ROW_HEIGHT = 60;
const NARROW_ROW_HEIGHT = 84;

/** Scroll positions of lists, by key of the history entry. */
const tops = new Map<string, number>();

interface SearchResultsProps {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly list: PagedList<ListedEntry>;
  readonly selection: Selection;
}

/** Entries from several folders, such as the results of a search. */
export function SearchResults({ label, list, selection }: SearchResultsProps) {
  const [menu, setMenu] = useState<{ readonly entry: ListedEntry; readonly at: MenuAnchor }>();
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const quickPreview = useQuickPreview(() => activeRow(rows, selection));
  const { key } = pageLocation.value;
  const openMenu = (entry: ListedEntry, at: MenuAnchor): void => setMenu({ entry, at });
  return (
    <>
      <Grid
        label={label}
        rows={rows}
        idOf={({ id }) => id}
        columns={columns(openMenu)}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        onOpen={(entry) => navigate(pathOf(entry))}
        onMenu={openMenu}
        onQuickPreview={quickPreview.onQuickPreview}
        top={tops.get(key) ?? 0}
        onScroll={(top) => tops.set(key, top)}
      />
      {quickPreview.dialog}
      {menu && (
        <Menu
          label={t().actionsFor(menu.entry.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={itemsFor(menu.entry, list)}
        />
      )}
    </>
  );
}

function columns(onMenu: (entry: ListedEntry, at: HTMLElement) => void): Column<ListedEntry>[] {
  return [
    { id: 'name', title: t().name, cell: (entry) => <Found entry={entry} /> },
    {
      id: 'place',
      title: t().find.place,
      cell: (entry) => (
        <a href={pathOfFolder(entry)} tabIndex={-1} title={folderOf(entry.path)}>
          {placeOf(entry.path)}
        </a>
      ),
    },
    {
      id: 'modified',
      title: t().modified,
      cell: ({ updated_at: time }) => (
        <time dateTime={time} title={formatMoment(time)}>
          {formatShort(time)}
        </time>
      ),
    },
    {
      id: 'size',
      title: t().size,
      isOptional: true,
      cell: (entry) => (entry.type === 'folder' ? '' : formatSize(entry.size)),
    },
    {
      id: 'actions',
      title: '',
      cell: (entry) => (
        <IconButton
          icon={more}
          label={t().actionsFor(entry.name)}
          hasMenu
          tabIndex={-1}
          onClick={({ currentTarget }) => onMenu(entry, currentTarget)}
        />
      ),
    },
  ];
}

/** The name and the matching text. If the match is the name itself, it is shown once. */
function Found({ entry }: { readonly entry: ListedEntry }) {
  const { name, snippet = '' } = entry;
  const isName = textOf(snippet) === name;
  return (
    <>
      <EntryIcon entry={entry} />
      <span class="found">
        <a href={pathOf(entry)} tabIndex={-1}>
          {isName ? <Snippet of={snippet} /> : name}
        </a>
        {!isName && snippet !== '' && (
          <span class="snippet">
            <Snippet of={snippet} />
          </span>
        )}
      </span>
      {entry.favourite && <FavouriteMark />}
      <SharedMark entry={entry} />
    </>
  );
}

function pathOfFolder({ folder_id: id, path }: ListedEntry): string {
  return id === null || folderOf(path) === '/' ? '/' : `/folders/${String(id)}`;
}

function itemsFor(entry: ListedEntry, list: PagedList<ListedEntry>): MenuItem[] {
  const mark = (isFavourite: boolean): void => {
    list.replace(marked(entry, isFavourite));
    void setFavourite(entry, isFavourite).then((stored = isFavourite) => {
      if (stored !== isFavourite) list.replace(marked(entry, stored));
    });
  };
  const items: MenuItem[] = [
    { label: t().open, icon: open, keys: 'Enter', onSelect: () => navigate(pathOf(entry)) },
    { label: t().find.openFolder, icon: folder, onSelect: () => navigate(pathOfFolder(entry)) },
  ];
  items.push(favouriteItem(entry, mark));
  if (entry.type === 'file') {
    const onSelect = (): void => location.assign(`${API}/documents/${String(entry.id)}/download`);
    items.push({ label: t().download, icon: download, onSelect });
  }
  if (may(entry, 'share')) {
    const onSelect = (): void => {
      sharedEntry.value = entry;
    };
    items.push({ label: t().share, icon: person, onSelect });
  }
  return items;
}
