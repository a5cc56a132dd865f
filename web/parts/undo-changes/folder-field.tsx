import folderIcon from 'icon:folder';
import remove from 'icon:x';
import { useId, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { FolderPicker } from '../dialogs/folder-picker.tsx';
import { Icon } from '../display/icon.tsx';
import { Button, IconButton } from '../forms/button.tsx';
import type { UndoDraft } from './conditions.ts';

const NONE: ReadonlySet<number> = new Set();

interface FolderFieldProps {
  readonly folder: UndoDraft['folder'];
  readonly onChange: (folder: UndoDraft['folder']) => void;
}

/** Limits an undo to a folder. The top of the picker means everywhere. */
export function FolderField({ folder, onChange }: FolderFieldProps) {
  const texts = t().undoChanges;
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  return (
    <div class="field" role="group" aria-labelledby={id}>
      <span id={id} class="undo-label">
        {texts.folder}
      </span>
      <div class="undo-folder">
        <span>
          {folder !== undefined && <Icon of={folderIcon} />}
          <span>{folder?.name ?? texts.everywhere}</span>
        </span>
        {folder !== undefined && (
          <IconButton icon={remove} label={texts.noFolder} onClick={() => onChange(undefined)} />
        )}
        <Button onClick={() => setPicking(true)}>{texts.chooseFolder}</Button>
      </div>
      {isPicking && (
        <FolderPicker
          title={texts.folderTitle}
          action={texts.chooseAction}
          start={folder?.id ?? 0}
          without={NONE}
          onPick={({ id: picked, name }) => {
            onChange(picked === 0 ? undefined : { id: picked, name });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
