import downloadIcon from 'icon:download';
import more from 'icon:ellipsis-vertical';
import lock from 'icon:lock';
import star from 'icon:star';
import type { Entry } from '../../api/records.ts';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';
import { FavouriteMark } from '../../parts/display/favourite-mark.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { SharedMark } from '../../parts/display/shared-mark.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { downloadUrl } from '../../state/actions/downloads.ts';
import { setFavourite } from '../../state/actions/favourites.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import { prefer, preferences } from '../../state/session/preferences.ts';
import { formatMoment, formatShort, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { RenameField } from './rename-field.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Parameters of {@link folderColumns}. */
interface ColumnParts {
  readonly folderId: number;
  /** Thumbnails instead of small icons. */
  readonly areTiles: boolean;
  /** Id of the entry that is being renamed. */
  readonly renamed: number | undefined;
  readonly onRenamed: () => void;
  readonly onMenu: (entry: Entry, at: HTMLElement) => void;
}

/** The columns of a folder. */
export function folderColumns(parts: ColumnParts): Column<Entry>[] {
  return [
    {
      id: 'name',
      title: t().name,
      ...sorting('name'),
      cell: (entry) => <NameCell entry={entry} parts={parts} />,
    },
    {
      id: 'modified',
      title: t().modified,
      ...sorting('updated_at'),
      cell: ({ updated_at: time }) => (
        <time dateTime={time} title={formatMoment(time)}>
          {formatShort(time)}
        </time>
      ),
    },
    {
      id: 'size',
      title: t().size,
      ...sorting('size'),
      cell: (entry) => (entry.type === 'folder' ? '' : formatSize(entry.size)),
    },
    {
      id: 'actions',
      title: '',
      cell: (entry) => (
        <>
          <FavouriteButton entry={entry} />
          {entry.type === 'file' && <DownloadLink entry={entry} />}
          <IconButton
            icon={more}
            label={t().actionsFor(entry.name)}
            hasMenu
            tabIndex={-1}
            onClick={({ currentTarget }) => parts.onMenu(entry, currentTarget)}
          />
        </>
      ),
    },
  ];
}

function NameCell({ entry, parts }: { readonly entry: Entry; readonly parts: ColumnParts }) {
  return (
    <>
      {parts.areTiles ? <Thumbnail entry={entry} /> : <EntryIcon entry={entry} />}
      {parts.renamed === entry.id ? (
        <RenameField entry={entry} folderId={parts.folderId} onDone={parts.onRenamed} />
      ) : (
        <a href={pathOf(entry)} tabIndex={-1}>
          {entry.name}
        </a>
      )}
      {entry.favourite && (parts.areTiles || isNarrow.value) && <FavouriteMark />}
      <SharedMark entry={entry} isSmall={parts.areTiles} />
      {entry.locked && <Padlock locked={entry.locked} />}
    </>
  );
}

/** The lock of an entry: holder and expiry. */
function Padlock({ locked }: { readonly locked: NonNullable<Entry['locked']> }) {
  const words = t().isLocked(locked.user, formatMoment(locked.expires_at));
  return (
    <span class="padlock" title={words}>
      <Icon of={lock} size={14} />
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

/** For the pointer only. Keyboard and phone users find it in the menu. */
function FavouriteButton({ entry }: { readonly entry: Entry }) {
  const isFavourite = entry.favourite === true;
  return (
    <span class="favourite-button">
      <IconButton
        icon={star}
        label={t().favouriteOf(entry.name)}
        isPressed={isFavourite}
        tabIndex={-1}
        onClick={() => void setFavourite(entry, !isFavourite)}
      />
    </span>
  );
}

/** For the pointer only. Keyboard and phone users find the download in the menu. */
function DownloadLink({ entry }: { readonly entry: Entry }) {
  const label = t().downloadOf(entry.name);
  return (
    <a
      class="icon-button"
      href={downloadUrl(entry.id)}
      download
      aria-label={label}
      title={label}
      tabIndex={-1}
    >
      <Icon of={downloadIcon} />
    </a>
  );
}

function sorting(sort: 'name' | 'size' | 'updated_at'): Pick<Column<Entry>, 'sorted' | 'onSort'> {
  const { order } = preferences.value;
  const isSorted = order.sort === sort;
  const direction = isSorted && order.direction === 'asc' ? 'desc' : 'asc';
  return {
    sorted: isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : 'none',
    onSort: () => prefer({ order: { sort, direction } }),
  };
}
