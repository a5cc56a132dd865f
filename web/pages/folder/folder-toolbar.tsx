import paste from 'icon:clipboard-paste';
import folderPlus from 'icon:folder-plus';
import type { Ancestor } from '../../api/records.ts';
import { DetailsButton } from '../../details/details.tsx';
import { Button } from '../../parts/button.tsx';
import { clipboard } from '../../state/clipboard.ts';
import { t } from '../../text/text.ts';
import { UploadButton } from '../../upload/upload-button.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

interface FolderToolbarProps {
  readonly folderId: number;
  readonly name: string;
  readonly ancestors: readonly Ancestor[];
  readonly mayCreate: boolean;
  readonly onNewFolder: () => void;
  readonly onPaste: () => void;
}

/** Where the folder is, and what can be done in it as a whole. */
export function FolderToolbar(props: FolderToolbarProps) {
  const { folderId, name, ancestors, mayCreate, onNewFolder, onPaste } = props;
  return (
    <div class="toolbar">
      <Breadcrumbs ancestors={ancestors} name={name} isTop={folderId === 0} />
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
