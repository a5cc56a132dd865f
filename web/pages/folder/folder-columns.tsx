import more from 'icon:ellipsis-vertical';
import type { Entry } from '../../api/records.ts';
import { IconButton } from '../../parts/button.tsx';
import { EntryIcon } from '../../parts/entry-icon.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { pathOf } from '../../state/entry-path.ts';
import { prefer, preferences } from '../../state/preferences.ts';
import { formatMoment, formatShort, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { RenameField } from './rename-field.tsx';

/** What the columns of a folder need. */
interface ColumnParts {
  readonly folderId: number;
  /** The entry whose name is a field now. */
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
        <IconButton
          icon={more}
          label={t().actionsFor(entry.name)}
          hasMenu
          tabIndex={-1}
          onClick={({ currentTarget }) => parts.onMenu(entry, currentTarget)}
        />
      ),
    },
  ];
}

function NameCell({ entry, parts }: { readonly entry: Entry; readonly parts: ColumnParts }) {
  return (
    <>
      <EntryIcon entry={entry} />
      {parts.renamed === entry.id ? (
        <RenameField entry={entry} folderId={parts.folderId} onDone={parts.onRenamed} />
      ) : (
        <a href={pathOf(entry)} tabIndex={-1}>
          {entry.name}
        </a>
      )}
    </>
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
