import { useEffect, useMemo, useState } from 'preact/hooks';
import type { EarlierEntry } from '../../../api/earlier.ts';
import { Menu, type MenuAnchor } from '../../../parts/dialogs/menu.tsx';
import { isNarrow } from '../../../parts/display/narrow-screen.ts';
import { Grid } from '../../../parts/grid/grid.tsx';
import { activeRow, rowsOfList } from '../../../parts/grid/rows.ts';
import { useLoaded } from '../../../parts/hooks/use-loaded.ts';
import { loadPart } from '../../../parts/loading/load-part.ts';
import { usePart } from '../../../parts/loading/use-part.ts';
import { navigate } from '../../../router.ts';
import { saveArchive, saveDocument } from '../../../state/actions/downloads.ts';
import { entryChanges } from '../../../state/files/folder-changes.ts';
import { folderInfos, loadInfo } from '../../../state/files/folder-info.ts';
import type { PagedList } from '../../../state/files/paged-list.ts';
import type { Selection } from '../../../state/files/selection.ts';
import { t } from '../../../text/text.ts';
import { becameOf, hasChanged, isStillIn, loadToday, type Today } from './became.ts';
import { earlierColumns } from './earlier-columns.tsx';
import { type EarlierActions, earlierMenu } from './earlier-menu.ts';
import { getBack } from './get-back.ts';
import { folderPathAt } from './times.ts';
import type { Trail } from './trail.ts';

/** In pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 60;
/** Folders whose names are loaded because entries of the list are there now. */
const NAMED = 20;

interface EarlierListProps {
  readonly list: PagedList<EarlierEntry>;
  readonly selection: Selection;
  readonly trail: Trail;
  readonly at: string;
}

/** The entries of a folder at an earlier time. */
export function EarlierList({ list, selection, trail, at }: EarlierListProps) {
  const [menu, setMenu] = useState<{ readonly entry: EarlierEntry; readonly at: MenuAnchor }>();
  const [previewed, preview] = useState<EarlierEntry>();
  const rows = useMemo(() => rowsOfList(list), [list, list.changes.value]);
  const { folderId, isGone } = trail;
  // A folder in the trash has no contents of today. If the request fails, the list says less.
  const { value: today } = useLoaded(
    async () => (isGone ? undefined : await loadToday(folderId)),
    [folderId, isGone, entryChanges.value],
  );
  useNamesOfFolders(list, trail.id);
  const openMenu = (entry: EarlierEntry, anchor: MenuAnchor): void => setMenu({ entry, at: anchor });
  const isUnchanged = (entry: EarlierEntry): boolean => isAsItWas(entry, trail.id, today);
  const actions: EarlierActions = {
    open: (entry) => {
      if (entry.type === 'file') preview(entry);
      else navigate(folderPathAt(entry.id, at));
    },
    download: ({ id, type }) => (type === 'file' ? saveDocument({ id }, at) : void saveArchive([id], at)),
    getBack: (entry) => void getBack(entry, { folderId, isGone }),
    isUnchanged,
  };
  return (
    <>
      <Grid
        label={trail.name}
        rows={rows}
        idOf={({ id }) => id}
        columns={earlierColumns({
          at,
          becameOf: (entry) => becameOf(entry, trail.id, today),
          onPreview: preview,
          onMenu: openMenu,
        })}
        selection={selection}
        rowHeight={isNarrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        onOpen={actions.open}
        onMenu={openMenu}
        onQuickPreview={() => preview(activeRow(rows, selection))}
      />
      {menu && (
        <Menu
          label={t().actionsFor(menu.entry.name)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          items={earlierMenu(menu.entry, actions)}
        />
      )}
      {previewed && (
        <LatePreview
          entry={previewed}
          at={at}
          onGetBack={isUnchanged(previewed) ? undefined : () => actions.getBack(previewed)}
          onClose={() => preview(undefined)}
        />
      )}
    </>
  );
}

/** True if the entry is known to have the place, the name and the content that it had. */
function isAsItWas(entry: EarlierEntry, folderId: number, today: Today | undefined): boolean {
  const { type, now, name } = entry;
  if (!isStillIn(entry, folderId) || now?.name !== name) return false;
  return type === 'folder' || hasChanged(entry, today) === false;
}

/** Loads the names of folders where entries are now. */
function useNamesOfFolders(list: PagedList<EarlierEntry>, folderId: number): void {
  const loaded = list.loaded();
  useEffect(() => {
    const elsewhere = loaded
      .flatMap(({ now }) => now?.folder_id ?? [])
      .filter((id) => id !== 0 && id !== folderId);
    const unknown = [...new Set(elsewhere)].filter((id) => !folderInfos.peek().has(id));
    // If it fails, the list says only that the entry is in another folder.
    for (const id of unknown.slice(0, NAMED)) loadInfo(id).catch(() => undefined);
  }, [list, list.changes.value]);
}

interface LatePreviewProps {
  readonly entry: EarlierEntry;
  readonly at: string;
  readonly onGetBack: (() => void) | undefined;
  readonly onClose: () => void;
}

function LatePreview({ entry, onGetBack, onClose, at }: LatePreviewProps) {
  const part = usePart(
    () => loadPart(() => import('./earlier-preview.tsx'), 'document', 'messages'),
    onClose,
  );
  if (part === undefined || entry.version === null) return null;
  const getBackAndClose =
    onGetBack &&
    ((): void => {
      onClose();
      onGetBack();
    });
  return (
    <part.EarlierPreview
      entry={entry}
      version={entry.version}
      at={at}
      onGetBack={getBackAndClose}
      onClose={onClose}
    />
  );
}
