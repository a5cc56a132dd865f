import folder from 'icon:folder-input';
import restore from 'icon:rotate-ccw';
import purge from 'icon:trash';
import { useMemo, useState } from 'preact/hooks';
import type { TrashRecord } from '../../api/records.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { FolderPicker } from '../../parts/dialogs/folder-picker.tsx';
import { Menu, type MenuAnchor, type MenuItem } from '../../parts/dialogs/menu.tsx';
import { isNarrow } from '../../parts/display/narrow-screen.ts';
import { Button } from '../../parts/forms/button.tsx';
import { Grid } from '../../parts/grid/grid.tsx';
import { rowsOfList } from '../../parts/grid/rows.ts';
import { emptyTrash, purgeEntries, restoreEntries } from '../../state/actions/trash-actions.ts';
import type { PagedList } from '../../state/files/paged-list.ts';
import { may } from '../../state/files/permissions.ts';
import { Selection } from '../../state/files/selection.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { trashColumns } from './trash-columns.tsx';
import type { TrashContents } from './trash-contents.ts';

/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;

/** The open dialog: confirmation of a permanent deletion, or choice of a target folder. */
type Question = { readonly kind: 'restore_to'; readonly ids: readonly number[] } | Purge;

/** Entries to delete permanently: the given ones, or all that the user may delete. */
interface Purge {
  readonly kind: 'purge' | 'empty';
  readonly ids: readonly number[];
  readonly count: number;
  /** Number of chosen entries that only their owners may delete permanently. */
  readonly stay: number;
}

const purgeOf = (ids: readonly number[], stay = 0): Purge => ({
  kind: 'purge',
  ids,
  count: ids.length,
  stay,
});

function purgeAllOf({ list, purgeable: { value: count } }: TrashContents): Purge {
  return { kind: 'empty', ids: [], count, stay: (list.total.value ?? 0) - count };
}

/** The entries in the trash, most recently deleted first. */
export function TrashList({ contents }: { readonly contents: TrashContents }) {
  const { list } = contents;
  const [menu, setMenu] = useState<{ readonly record: TrashRecord; readonly at: MenuAnchor }>();
  const [question, ask] = useState<Question>();
  const selection = useMemo(() => new Selection(), [list]);
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const openMenu = (record: TrashRecord, at: MenuAnchor): void => setMenu({ record, at });
  const restoreAll = (ids: readonly number[], folderId?: number): void => {
    selection.clear();
    void restoreEntries(list, ids, folderId);
  };
  const purgeSelected = (): void => {
    const ids = contents.purgeableOf(selection.ids.value);
    if (ids.length > 0) ask(purgeOf(ids, selection.count.value - ids.length));
    else showToast(t().trashPage.onlyOwner, 'failed');
  };
  return (
    <>
      <Toolbar
        contents={contents}
        selection={selection}
        onRestore={() => restoreAll([...selection.ids.value])}
        onPurge={purgeSelected}
        onEmpty={() => ask(purgeAllOf(contents))}
      />
      <Grid
        label={t().trash}
        rows={rows}
        idOf={({ id }) => id}
        columns={trashColumns(openMenu)}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        // An entry in the trash has no page, so opening it shows its menu.
        onOpen={(record) => openMenu(record, anchorOfRow(record))}
        onMenu={openMenu}
        onKey={({ key }) => {
          if (key !== 'Delete' || selection.count.value === 0) return false;
          purgeSelected();
          return true;
        }}
        rowProps={({ id }) => ({ 'data-id': id })}
      />
      {menu && (
        <Menu
          label={t().actionsFor(menu.record.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={itemsFor(menu.record, restoreAll, ask)}
        />
      )}
      <Questions
        question={question}
        list={list}
        onClose={() => ask(undefined)}
        onRestore={restoreAll}
        onPurged={() => selection.clear()}
      />
    </>
  );
}

interface QuestionsProps {
  readonly question: Question | undefined;
  readonly list: PagedList<TrashRecord>;
  readonly onClose: () => void;
  readonly onRestore: (ids: readonly number[], folderId: number) => void;
  readonly onPurged: () => void;
}

function Questions({ question, list, onClose, onRestore, onPurged }: QuestionsProps) {
  if (question === undefined) return null;
  if (question.kind === 'restore_to')
    return (
      <FolderPicker
        title={t().trashPage.restoreTo}
        action={t().trashPage.restoreHere}
        start={0}
        without={new Set()}
        onPick={({ id }) => {
          onClose();
          onRestore(question.ids, id);
        }}
        onClose={onClose}
      />
    );
  const { ids, count, stay } = question;
  const name = list.at(list.indexOf(ids[0] ?? -1))?.name ?? '';
  const isAll = question.kind === 'empty';
  return (
    <Confirm
      title={isAll ? t().trashPage.emptyTitle(count, stay) : t().trashPage.purgeTitle(count, name)}
      action={t().trashPage.purge}
      onClose={onClose}
      onConfirm={() => {
        onPurged();
        void (isAll ? emptyTrash(list) : purgeEntries(list, ids));
      }}
    >
      {t().trashPage.purgeText} {stay > 0 && t().trashPage.stay(stay)}
    </Confirm>
  );
}

function anchorOfRow({ id }: TrashRecord): MenuAnchor {
  return document.querySelector<HTMLElement>(`[data-id="${String(id)}"]`) ?? { x: 0, y: 0 };
}

interface ToolbarProps {
  readonly contents: TrashContents;
  readonly selection: Selection;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
  readonly onEmpty: () => void;
}

/** The trash toolbar. Offers only actions that the service would accept. */
function Toolbar({ contents, selection, onRestore, onPurge, onEmpty }: ToolbarProps) {
  const count = selection.count.value;
  const days = contents.keptDays;
  return (
    <div class="toolbar">
      <h1>{t().trash}</h1>
      {count === 0 ? (
        <>
          {contents.purgeable.value > 0 && (
            <Button icon={purge} onClick={onEmpty}>
              {t().trashPage.emptyTrash}
            </Button>
          )}
          {days !== undefined && <span class="hint">{t().trashPage.kept(days)}</span>}
        </>
      ) : (
        <>
          <span class="hint selected-count" role="status">
            {t().selected(count)}
          </span>
          <Button icon={restore} onClick={onRestore}>
            {t().trashPage.restore}
          </Button>
          {contents.purgeableOf(selection.ids.value).length > 0 && (
            <Button icon={purge} variant="danger" onClick={onPurge}>
              {t().trashPage.purge}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function itemsFor(
  record: TrashRecord,
  onRestore: (ids: readonly number[]) => void,
  onAsk: (question: Question) => void,
): MenuItem[] {
  const { id } = record;
  // A user who deleted an entry from another user's home can restore it only to its original folder.
  const refusal = may(record, 'delete') ? undefined : t().trashPage.onlyOwner;
  return [
    {
      label: t().trashPage.restore,
      icon: restore,
      refusal: may(record, 'read') ? undefined : t().trashPage.notReadable,
      onSelect: () => onRestore([id]),
    },
    {
      label: t().trashPage.restoreTo,
      icon: folder,
      refusal,
      onSelect: () => onAsk({ kind: 'restore_to', ids: [id] }),
    },
    {
      label: t().trashPage.purge,
      icon: purge,
      keys: t().deleteKey,
      isDanger: true,
      refusal,
      onSelect: () => onAsk(purgeOf([id])),
    },
  ];
}
