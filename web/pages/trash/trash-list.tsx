import folder from 'icon:folder-input';
import restore from 'icon:rotate-ccw';
import purge from 'icon:trash';
import { useMemo, useState } from 'preact/hooks';
import type { TrashRecord } from '../../api/records.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { FolderPicker } from '../../parts/folder-picker.tsx';
import { Grid } from '../../parts/grid/grid.tsx';
import { rowsOfList } from '../../parts/grid/rows.ts';
import { Menu, type MenuItem, type MenuPlace } from '../../parts/menu.tsx';
import { isNarrow } from '../../parts/screen.ts';
import type { PagedList } from '../../state/paged-list.ts';
import { may } from '../../state/permissions.ts';
import { Selection } from '../../state/selection.ts';
import { emptyTrash, purgeEntries, restoreEntries } from '../../state/trash-actions.ts';
import { formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { trashColumns } from './trash-columns.tsx';

/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;

/** What the user is asked: whether entries are to be deleted for good, or where they are to go. */
type Question =
  | { readonly kind: 'purge' | 'restore_to'; readonly ids: readonly number[] }
  | { readonly kind: 'empty' };

/** The entries in the trash, those that were deleted last first. */
export function TrashList({ list }: { readonly list: PagedList<TrashRecord> }) {
  const [menu, setMenu] = useState<{ readonly record: TrashRecord; readonly at: MenuPlace }>();
  const [question, ask] = useState<Question>();
  const selection = useMemo(() => new Selection(), [list]);
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const openMenu = (record: TrashRecord, at: MenuPlace): void => setMenu({ record, at });
  const restoreAll = (ids: readonly number[], folderId?: number): void => {
    selection.clear();
    void restoreEntries(list, ids, folderId);
  };
  const askFor = (kind: 'purge' | 'restore_to', ids: readonly number[]): void => ask({ kind, ids });
  return (
    <>
      <Toolbar
        selection={selection}
        onRestore={() => restoreAll([...selection.ids.value])}
        onPurge={() => askFor('purge', [...selection.ids.value])}
        onEmpty={() => ask({ kind: 'empty' })}
      />
      <Grid
        label={t().trash}
        rows={rows}
        idOf={({ id }) => id}
        columns={trashColumns(openMenu)}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        // What lies in the trash has no page; its menu says what can be done.
        onOpen={(record) => openMenu(record, placeOfRow(record))}
        onMenu={openMenu}
        onKey={({ key }) => {
          if (key !== 'Delete' || selection.count.value === 0) return false;
          askFor('purge', [...selection.ids.value]);
          return true;
        }}
        rowProps={({ id }) => ({ 'data-id': id })}
      />
      {menu && (
        <Menu
          label={t().actionsFor(menu.record.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={itemsFor(menu.record, restoreAll, askFor)}
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
  const total = list.total.value ?? 0;
  const isAll = question.kind === 'empty';
  const ids = isAll ? [] : question.ids;
  const name = list.at(list.indexOf(ids[0] ?? -1))?.name ?? '';
  return (
    <Confirm
      title={
        isAll
          ? t().trashPage.emptyTitle(formatNumber(total), total)
          : t().trashPage.purgeTitle(ids.length, name)
      }
      action={t().trashPage.purge}
      onClose={onClose}
      onConfirm={() => {
        onPurged();
        void (isAll ? emptyTrash(list) : purgeEntries(list, ids));
      }}
    >
      {t().trashPage.purgeText}
    </Confirm>
  );
}

function placeOfRow({ id }: TrashRecord): MenuPlace {
  return document.querySelector<HTMLElement>(`[data-id="${String(id)}"]`) ?? { x: 0, y: 0 };
}

interface ToolbarProps {
  readonly selection: Selection;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
  readonly onEmpty: () => void;
}

function Toolbar({ selection, onRestore, onPurge, onEmpty }: ToolbarProps) {
  const count = selection.count.value;
  return (
    <div class="toolbar">
      <h1>{t().trash}</h1>
      {count === 0 ? (
        <Button icon={purge} onClick={onEmpty}>
          {t().trashPage.emptyTrash}
        </Button>
      ) : (
        <>
          <span class="hint selected-count" role="status">
            {t().selected(count)}
          </span>
          <Button icon={restore} onClick={onRestore}>
            {t().trashPage.restore}
          </Button>
          <Button icon={purge} look="danger" onClick={onPurge}>
            {t().trashPage.purge}
          </Button>
        </>
      )}
    </div>
  );
}

function itemsFor(
  record: TrashRecord,
  onRestore: (ids: readonly number[]) => void,
  onAsk: (kind: 'purge' | 'restore_to', ids: readonly number[]) => void,
): MenuItem[] {
  const { id } = record;
  // Who deleted it out of the home of another puts it back there only.
  const refusal = may(record, 'delete') ? undefined : t().trashPage.onlyOwner;
  return [
    { label: t().trashPage.restore, icon: restore, onSelect: () => onRestore([id]) },
    {
      label: t().trashPage.restoreTo,
      icon: folder,
      refusal,
      onSelect: () => onAsk('restore_to', [id]),
    },
    {
      label: t().trashPage.purge,
      icon: purge,
      keys: t().deleteKey,
      isDanger: true,
      refusal,
      onSelect: () => onAsk('purge', [id]),
    },
  ];
}
