import downloadIcon from 'icon:download';
import more from 'icon:ellipsis-vertical';
import type { EarlierEntry } from '../../../api/earlier.ts';
import { EntryIcon, PlainEntryIcon } from '../../../parts/display/entry-icon.tsx';
import { Icon } from '../../../parts/display/icon.tsx';
import { IconButton } from '../../../parts/forms/button.tsx';
import type { Column } from '../../../parts/grid/grid.tsx';
import { downloadUrl } from '../../../state/actions/downloads.ts';
import { formatMoment, formatShort, formatSize } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';
import { folderPathAt } from './times.ts';

interface ColumnParts {
  readonly at: string;
  readonly becameOf: (entry: EarlierEntry) => string;
  readonly onPreview: (entry: EarlierEntry) => void;
  readonly onMenu: (entry: EarlierEntry, at: HTMLElement) => void;
}

/** The columns of a folder at an earlier time. */
export function earlierColumns({ at, becameOf, onPreview, onMenu }: ColumnParts): Column<EarlierEntry>[] {
  return [
    {
      id: 'name',
      title: t().name,
      cell: (entry) => <NameCell entry={entry} at={at} onPreview={onPreview} />,
    },
    {
      id: 'became',
      title: t().earlier.became,
      cell: (entry) => {
        const text = becameOf(entry);
        return (
          <span class={entry.now === null ? 'in-trash' : ''} title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'modified',
      title: t().earlier.saved,
      isOptional: true,
      cell: ({ version }) =>
        version && (
          <time dateTime={version.created_at} title={formatMoment(version.created_at)}>
            {formatShort(version.created_at)}
          </time>
        ),
    },
    {
      id: 'size',
      title: t().size,
      cell: ({ version }) => (version === null ? '' : formatSize(version.size)),
    },
    {
      id: 'actions',
      title: '',
      cell: (entry) => (
        <>
          {entry.version !== null && <DownloadLink entry={entry} at={at} />}
          <IconButton
            icon={more}
            label={t().actionsFor(entry.name)}
            hasMenu
            tabIndex={-1}
            onClick={({ currentTarget }) => onMenu(entry, currentTarget)}
          />
        </>
      ),
    },
  ];
}

function NameCell({ entry, at, onPreview }: Pick<ColumnParts, 'at' | 'onPreview'> & OfEntry) {
  const { id, name, type, version } = entry;
  return (
    <>
      {version === null ? (
        <PlainEntryIcon type={type} />
      ) : (
        <EntryIcon entry={{ type: 'file', mime_type: version.mime_type }} />
      )}
      {type === 'folder' ? (
        <a href={folderPathAt(id, at)} tabIndex={-1}>
          {name}
        </a>
      ) : (
        <button type="button" class="name-button" tabIndex={-1} onClick={() => onPreview(entry)}>
          {name}
        </button>
      )}
    </>
  );
}

interface OfEntry {
  readonly entry: EarlierEntry;
}

/** For the pointer only. Keyboard and phone users find the download in the menu. */
function DownloadLink({ entry: { id, name }, at }: OfEntry & Pick<ColumnParts, 'at'>) {
  const label = t().downloadOf(name);
  return (
    <a class="icon-button" href={downloadUrl(id, at)} download aria-label={label} title={label} tabIndex={-1}>
      <Icon of={downloadIcon} />
    </a>
  );
}
