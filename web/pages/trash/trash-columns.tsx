import more from 'icon:ellipsis-vertical';
import type { TrashRecord } from '../../api/records.ts';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';
import { People } from '../../parts/display/people.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { placeOf } from '../../parts/search/search-choices.tsx';
import { formatMoment, formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** The columns of the trash. */
export function trashColumns(onMenu: (record: TrashRecord, at: HTMLElement) => void): Column<TrashRecord>[] {
  return [
    {
      id: 'name',
      title: t().name,
      cell: (record) => (
        <>
          <EntryIcon entry={record} />
          <span class="text" title={record.name}>
            {record.name}
          </span>
        </>
      ),
    },
    {
      id: 'place',
      title: t().trashPage.from,
      cell: ({ path }) => <span title={path}>{placeOf(path)}</span>,
    },
    {
      id: 'person',
      title: t().trashPage.deletedBy,
      isOptional: true,
      cell: ({ deleted_by: person }) => person && <People names={[person.name]} />,
    },
    {
      id: 'modified',
      title: t().trashPage.deleted,
      cell: ({ deleted_at: time }) => (
        <time dateTime={time} title={formatMoment(time)}>
          {formatShort(time)}
        </time>
      ),
    },
    {
      id: 'actions',
      title: '',
      cell: (record) => (
        <IconButton
          icon={more}
          label={t().actionsFor(record.name)}
          hasMenu
          tabIndex={-1}
          onClick={({ currentTarget }) => onMenu(record, currentTarget)}
        />
      ),
    },
  ];
}
