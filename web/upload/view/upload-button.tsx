import folderUp from 'icon:folder-up';
import uploadIcon from 'icon:upload';
import { createElement, createRef } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Menu } from '../../parts/dialogs/menu.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { useShortcuts } from '../../parts/hooks/use-shortcuts.ts';
import { t } from '../../text/text.ts';
import { collectPicked } from '../collect.ts';
import { upload } from '../upload.ts';

/** A page has at most one upload button. */
const files = createRef<HTMLInputElement>();

/** Opens the file picker of the page's upload button. */
export function pickFiles(): void {
  files.current?.click();
}

/** Uploads picked files, or a folder, to a folder. */
export function UploadButton({ folderId }: { readonly folderId: number }) {
  const folder = useRef<HTMLInputElement>(null);
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  const onPicked = (input: HTMLInputElement): void => {
    void upload(folderId, collectPicked(input.files ?? []));
    // Reset, so that picking the same file again fires `change`.
    input.value = '';
  };
  useShortcuts({ 'Alt+KeyU': pickFiles });
  const texts = t().uploads;
  return (
    <span class="upload-button">
      <Button
        icon={uploadIcon}
        variant="primary"
        hasMenu
        onClick={({ currentTarget }) => setMenuAt(elementOf(currentTarget))}
      >
        {t().upload}
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={texts.uploadFiles}
        onChange={({ currentTarget }) => onPicked(currentTarget)}
      />
      {createElement('input', {
        ref: folder,
        type: 'file',
        // Missing from Preact's types; all browsers support it.
        webkitdirectory: true,
        hidden: true,
        'aria-label': texts.uploadFolder,
        onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
          onPicked(currentTarget),
      })}
      {menuAt && (
        <Menu
          label={t().upload}
          at={menuAt}
          onClose={() => setMenuAt(undefined)}
          items={[
            {
              label: texts.uploadFiles,
              icon: uploadIcon,
              keys: 'Alt+U',
              onSelect: pickFiles,
            },
            { label: texts.uploadFolder, icon: folderUp, onSelect: () => folder.current?.click() },
          ]}
        />
      )}
    </span>
  );
}

function elementOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement ? target : undefined;
}
