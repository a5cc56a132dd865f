import paste from 'icon:clipboard-paste';
import folderPlus from 'icon:folder-plus';
import tiles from 'icon:layout-grid';
import history from 'icon:rotate-ccw-clock';
import type { Ancestor } from '../../api/records.ts';
import { DetailsButton } from '../../details/details.tsx';
import { Button, IconButton } from '../../parts/forms/button.tsx';
import { clipboard } from '../../state/files/clipboard.ts';
import { prefer, preferences } from '../../state/session/preferences.ts';
import { t } from '../../text/text.ts';
import { UploadButton } from '../../upload/view/upload-button.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

interface FolderToolbarProps {
  readonly folderId: number;
  readonly name: string;
  readonly ancestors: readonly Ancestor[];
  readonly mayCreate: boolean;
  readonly isTimeLineOpen: boolean;
  readonly onTimeLine: () => void;
  readonly onNewFolder: () => void;
  readonly onPaste: () => void;
}

/** The path of the folder and the actions on the folder itself. */
export function FolderToolbar(props: FolderToolbarProps) {
  const { folderId, name, ancestors, mayCreate, isTimeLineOpen, onTimeLine, onNewFolder, onPaste } = props;
  const areTiles = preferences.value.view === 'grid';
  return (
    <div class="toolbar">
      <Breadcrumbs ancestors={ancestors} name={name} isTop={folderId === 0} />
      <IconButton icon={history} label={t().earlierTimes} isPressed={isTimeLineOpen} onClick={onTimeLine} />
      <IconButton
        icon={tiles}
        label={t().tiles}
        isPressed={areTiles}
        onClick={() => prefer({ view: areTiles ? 'list' : 'grid' })}
      />
      {mayCreate && clipboard.value !== null && (
        <Button icon={paste} onClick={onPaste}>
          {t().paste}
        </Button>
      )}
      {mayCreate && (
        <Button icon={folderPlus} onClick={onNewFolder}>
          {t().newFolder}
        </Button>
      )}
      {mayCreate && <UploadButton folderId={folderId} />}
      <DetailsButton />
    </div>
  );
}
