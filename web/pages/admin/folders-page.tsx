import open from 'icon:folder-open';
import newFolder from 'icon:folder-plus';
import pencil from 'icon:pencil';
import trash from 'icon:trash';
import shareIcon from 'icon:user-plus';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, pageOf } from '../../api/client.ts';
import type { Folder } from '../../api/records.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import type { MenuItem } from '../../parts/dialogs/menu.tsx';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { MenuList } from '../../parts/lists/menu-list.tsx';
import { navigate } from '../../router.ts';
import { rename } from '../../state/actions/entry-actions.ts';
import { createSystemFolder, removeSystemFolder } from '../../state/actions/system-folders.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import { entryChanges } from '../../state/files/folder-changes.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';
import { formatMoment, formatNumber, formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';
import { DialogButtons } from './person-dialogs.tsx';

type SystemFolder = Folder & { readonly shares: number };

/** The open dialog: a new folder, or the folder that is being renamed. */
type Asked = 'new' | SystemFolder;

/** The folders that belong to the office. */
export function Page() {
  return (
    <ForAdmins>
      <Folders />
    </ForAdmins>
  );
}

function Folders() {
  const texts = t().admin;
  const [asked, ask] = useState<Asked>();
  const list = useMemo(
    () =>
      new PagedList<SystemFolder>((page, per_page) =>
        pageOf(api.GET('/folders/system', { params: { query: { page, per_page } } })),
      ),
    [],
  );
  useRefreshed(list);
  return (
    <AdminFrame
      title={texts.folders}
      isList
      actions={
        <Button variant="primary" icon={newFolder} onClick={() => ask('new')}>
          {texts.newFolder}
        </Button>
      }
    >
      <p class="hint admin-hint">{texts.foldersHint}</p>
      <MenuList
        label={texts.folders}
        list={list}
        columns={columns()}
        itemsFor={(folder) => itemsFor(folder, ask)}
        onOpen={(folder) => navigate(pathOf(folder))}
        onDelete={(folder) => void removeSystemFolder(folder)}
        empty={texts.noFolders}
      />
      {asked !== undefined && <NameDialog asked={asked} onClose={() => ask(undefined)} />}
    </AdminFrame>
  );
}

/** Refreshes the list after changes to folders, including undo, and after the sharing dialog closes. */
function useRefreshed(list: PagedList<SystemFolder>): void {
  const isShared = sharedEntry.value !== undefined;
  const changes = entryChanges.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && !isShared) void list.refresh();
    isFirst.current = false;
  }, [list, isShared, changes]);
}

function itemsFor(folder: SystemFolder, ask: (asked: Asked) => void): readonly MenuItem[] {
  const { locked } = folder;
  const refusal = locked === null ? undefined : t().isLocked(locked.user, formatMoment(locked.expires_at));
  return [
    { label: t().open, icon: open, keys: 'Enter', onSelect: () => navigate(pathOf(folder)) },
    {
      label: t().share,
      icon: shareIcon,
      onSelect: () => {
        sharedEntry.value = folder;
      },
    },
    { label: t().rename, icon: pencil, refusal, onSelect: () => ask(folder) },
    {
      label: t().deleteEntry,
      icon: trash,
      keys: t().deleteKey,
      isDanger: true,
      refusal,
      onSelect: () => void removeSystemFolder(folder),
    },
  ];
}

function columns(): readonly Column<SystemFolder>[] {
  const texts = t().admin;
  return [
    {
      id: 'name',
      title: t().name,
      cell: (folder) => (
        <>
          <EntryIcon entry={folder} />
          <a href={pathOf(folder)} tabIndex={-1} title={folder.name}>
            {folder.name}
          </a>
        </>
      ),
    },
    {
      id: 'shares',
      title: texts.sharesTitle,
      cell: ({ shares }) => (
        <>
          <span class="cell-label">{texts.sharesTitle}: </span>
          {formatNumber(shares)}
        </>
      ),
    },
    {
      id: 'created',
      title: texts.createdAt,
      cell: ({ created_at: time }) => (
        <time dateTime={time} title={formatMoment(time)}>
          {formatShort(time)}
        </time>
      ),
    },
  ];
}

function NameDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const texts = t().admin;
  const { error, isBusy, run } = useAction();
  const save = async (name: string): Promise<void> => {
    if (asked === 'new') await createSystemFolder(name);
    else if (name !== asked.name) await rename(asked, name, 0);
    onClose();
  };
  return (
    <Dialog title={asked === 'new' ? texts.newFolder : texts.renameTitle(asked.name)} onClose={onClose}>
      <Form error={error} onSubmit={({ name = '' }) => run(() => save(name.trim()))}>
        <Field
          label={t().name}
          name="name"
          initial={asked === 'new' ? t().untitledFolder : asked.name}
          error={error}
          isRequired
          hasFocus
        />
        <DialogButtons action={asked === 'new' ? t().create : t().rename} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
