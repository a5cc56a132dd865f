import up from 'icon:corner-left-up';
import folderIcon from 'icon:folder';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { loadEntries } from '../../api/contents.ts';
import type { Entry } from '../../api/records.ts';
import type { Target } from '../../state/actions/entry-actions.ts';
import { may } from '../../state/files/permissions.ts';
import { t } from '../../text/text.ts';
import { Icon } from '../display/icon.tsx';
import { Button } from '../forms/button.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { Loading } from '../loading/loading.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface FolderPickerProps {
  readonly title: string;
  /** Label of the button that chooses the folder. */
  readonly action: string;
  /** The folder that is open initially; 0: the top. */
  readonly start: number;
  /** Folders that cannot be opened, because they are being moved. */
  readonly without: ReadonlySet<number>;
  /**
   * Excludes the initial folder from the choice, except the top. An entry listed at the top may be in another user's
   * home, so moving it to the top is a real move.
   */
  readonly isElsewhere?: boolean;
  readonly onPick: (target: Target) => void;
  readonly onClose: () => void;
}

/** Maximum number of subfolders shown per folder; search finds the others. */
const SHOWN = 200;

/** The folder that the picker shows. */
interface PickerFolder {
  readonly id: number;
  readonly name: string;
  /** Undefined at the top. */
  readonly parentId: number | undefined;
  readonly isWritable: boolean;
  readonly subfolders: readonly Entry[];
}

async function loadPickerFolder(id: number): Promise<PickerFolder> {
  const [{ items: subfolders }, folder] = await Promise.all([
    loadEntries(id, { type: 'folder', per_page: SHOWN }),
    id === 0 ? undefined : dataOf(api.GET('/folders/{id}', { params: { path: { id } } })),
  ]);
  if (folder === undefined) return { id, name: t().files, parentId: undefined, isWritable: true, subfolders };
  return {
    id,
    name: folder.name,
    parentId: folder.ancestors.at(-1)?.id ?? 0,
    isWritable: may(folder, 'create'),
    subfolders,
  };
}

/** A dialog in which the user navigates to a folder and chooses it. */
export function FolderPicker({
  title,
  action,
  start,
  without,
  isElsewhere,
  onPick,
  onClose,
}: FolderPickerProps) {
  const [id, setId] = useState(start);
  const { value: folder, error, reload } = useLoaded(() => loadPickerFolder(id), [id]);
  const isHere = isElsewhere === true && start !== 0 && id === start;
  const lines = useRef<HTMLDivElement>(null);
  // The focused button was removed together with the previous folder.
  useLayoutEffect(() => lines.current?.querySelector('button')?.focus(), [folder?.id]);
  return (
    <Dialog title={title} onClose={onClose}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && folder === undefined && <Loading />}
      {folder !== undefined && (
        <>
          <div ref={lines} class="picker" role="group" aria-label={folder.name}>
            {folder.parentId !== undefined && (
              <PickerLine icon={up} name={t().parentFolder} onClick={() => setId(folder.parentId ?? 0)} />
            )}
            {folder.subfolders
              .filter((each) => !without.has(each.id))
              .map((each) => (
                <PickerLine key={each.id} icon={folderIcon} name={each.name} onClick={() => setId(each.id)} />
              ))}
            {folder.subfolders.length === 0 && <p class="hint">{t().noFolders}</p>}
          </div>
          <footer class="dialog-actions">
            <p>{folder.isWritable ? t().intoFolder(folder.name) : t().mayNotCreate(folder.name)}</p>
            <Button variant="primary" disabled={!folder.isWritable || isHere} onClick={() => onPick(folder)}>
              {action}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

interface PickerLineProps {
  readonly icon: typeof folderIcon;
  readonly name: string;
  readonly onClick: () => void;
}

function PickerLine({ icon, name, onClick }: PickerLineProps) {
  return (
    <button type="button" class="picker-line" onClick={onClick}>
      <Icon of={icon} />
      <span>{name}</span>
    </button>
  );
}
