import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { loadIds } from '../../api/contents.ts';
import { WithDetails } from '../../details/details.tsx';
import { selectionSummary } from '../../details/selection-summary.ts';
import { FolderPicker } from '../../parts/dialogs/folder-picker.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { useShortcuts } from '../../parts/hooks/use-shortcuts.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { navigate, type PageProps, pageLocation } from '../../router.ts';
import { type FolderInfo, knownInfo, loadInfo } from '../../state/files/folder-info.ts';
import { type Listing, listingOf, noteShown } from '../../state/files/listing.ts';
import { Selection } from '../../state/files/selection.ts';
import { preferences } from '../../state/session/preferences.ts';
import { t } from '../../text/text.ts';
import { DropArea } from '../../upload/view/drop-area.tsx';
import { FolderCommands, type Question } from './commands.ts';
import { startDropping } from './drag.ts';
import { LateEarlierFolder, LateTimeLine } from './earlier/late.tsx';
import { FolderList } from './folder-list.tsx';
import { FolderToolbar } from './folder-toolbar.tsx';
import { NewFolder } from './new-folder.tsx';
import { usePrefetch } from './prefetch.ts';
import { SelectionBar } from './selection-bar.tsx';

/** Debounce: changes by other users come in bursts. */
const SETTLED_MS = 500;

/** The contents of a folder. `/` shows the top folder, `?at=` the folder as it was at that time. */
export function FolderPage({ params, query }: PageProps) {
  const folderId = Number(params['id'] ?? 0);
  const at = query.get('at');
  if (at !== null) return <LateEarlierFolder key={folderId} folderId={folderId} at={at} />;
  // The key remounts the page per folder, so that no state is carried over to another one.
  return <OpenFolder key={folderId} folderId={folderId} />;
}

function OpenFolder({ folderId }: { readonly folderId: number }) {
  const listing = useListing(folderId);
  const selection = useMemo(() => new Selection(), []);
  const [question, ask] = useState<Question>();
  const [isTimeLineOpen, openTimeLine] = useState(false);
  const { value: info = knownInfo(folderId) } = useLoaded(() => loadInfo(folderId), [folderId]);
  const isGone = listing.error.value?.status === 404;
  const { name } = info;
  const mayCreate = info.mayCreate && !isGone;
  const commands = useMemo(
    () => new FolderCommands({ folder: { id: folderId, name }, listing, selection, ask }),
    [folderId, name, listing, selection],
  );
  useEffect(() => {
    document.title = `${name} · dms`;
  }, [name]);
  useLayoutEffect(startDropping, []);
  usePrefetch(listing, selection);
  useLiveSelection(listing, selection);
  useFolderShortcuts(commands, folderId, { ...info, mayCreate });
  const toggleTimeLine = (): void => openTimeLine(!isTimeLineOpen);
  useShortcuts({ 'Alt+KeyT': toggleTimeLine });
  const close = (): void => ask(undefined);
  // The top folder has no record of its own.
  const folder = folderId === 0 ? undefined : { id: folderId, name, type: 'folder' as const };
  return (
    <div class="page folder-page">
      <FolderBar
        folderId={folderId}
        info={{ ...info, mayCreate }}
        count={selection.count.value}
        commands={commands}
        isTimeLineOpen={isTimeLineOpen}
        onTimeLine={toggleTimeLine}
      />
      {isTimeLineOpen && <LateTimeLine folderId={folderId} onClose={() => openTimeLine(false)} />}
      <WithDetails
        about={() =>
          selectionSummary({ list: listing, selection, entryOf: (entry) => entry, otherwise: folder })
        }
      >
        <Contents listing={listing}>
          <FolderList
            key={pageLocation.value.key}
            listing={listing}
            selection={selection}
            label={name}
            commands={commands}
            mayUpload={mayCreate}
            renamed={question?.kind === 'rename' ? question.id : undefined}
            onRenamed={close}
          />
        </Contents>
      </WithDetails>
      {mayCreate && <DropArea folderId={folderId} name={name} />}
      <Questions question={question} folderId={folderId} commands={commands} onClose={close} />
    </div>
  );
}

/** The listing of a folder in the user's sort order. Until a new order has loaded, the previous list stays. */
function useListing(folderId: number): Listing {
  const { order } = preferences.value;
  const wanted = useMemo(() => listingOf(folderId, order), [order]);
  // Not after the next paint: an event that comes before the mark would evict the list, and nothing would reload it.
  useLayoutEffect(() => {
    if (wanted.total.value === undefined) wanted.show(0, 1);
    else void wanted.refresh();
    return noteShown(wanted);
  }, [wanted]);
  const shown = useRef(wanted);
  if (wanted.total.value !== undefined || wanted.error.value !== undefined) shown.current = wanted;
  return shown.current;
}

/** Deselects entries that are no longer in the folder. */
function useLiveSelection(listing: Listing, selection: Selection): void {
  useEffect(() => {
    if (selection.count.value === 0) return undefined;
    const loaded = listing.loaded();
    if (loaded.length === listing.total.value) {
      selection.keepOnly(new Set(loaded.map(({ id }) => id)));
      return undefined;
    }
    const timer = setTimeout(() => {
      // If the request fails, the next change repeats it.
      loadIds(listing.folderId).then(
        (ids) => selection.keepOnly(new Set(ids)),
        () => undefined,
      );
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [listing, listing.losses.value]);
}

function useFolderShortcuts(
  commands: FolderCommands,
  folderId: number,
  { ancestors, mayCreate }: FolderInfo,
): void {
  const parent = folderId === 0 ? undefined : (ancestors.at(-1)?.id ?? 0);
  useShortcuts({
    'Alt+KeyS': () => commands.share(),
    'Alt+KeyN': () => mayCreate && commands.askForFolder(),
    'Alt+ArrowUp': () => parent !== undefined && navigate(parent === 0 ? '/' : `/folders/${String(parent)}`),
    'Ctrl+KeyC': () => getSelection()?.isCollapsed !== false && commands.take('copy'),
    'Ctrl+KeyX': () => commands.take('cut'),
    // Available without a permission check; the service refuses if needed.
    'Ctrl+KeyV': () => void commands.paste(),
  });
}

interface FolderBarProps {
  readonly folderId: number;
  readonly info: FolderInfo;
  /** Number of selected entries. */
  readonly count: number;
  readonly commands: FolderCommands;
  readonly isTimeLineOpen: boolean;
  readonly onTimeLine: () => void;
}

/** The toolbar of the folder, or of the selection if several entries are selected. */
function FolderBar({ folderId, info, count, commands, ...timeLine }: FolderBarProps) {
  if (count > 1)
    return (
      <SelectionBar
        count={count}
        mayRemove={commands.mayRemove}
        onDownload={() => void commands.download()}
        onMove={() => commands.askForTarget('move')}
        onCopy={() => commands.askForTarget('copy')}
        onDelete={() => void commands.remove()}
        onClear={() => commands.clearSelection()}
      />
    );
  return (
    <FolderToolbar
      folderId={folderId}
      name={info.name}
      ancestors={info.ancestors}
      mayCreate={info.mayCreate}
      {...timeLine}
      onNewFolder={() => commands.askForFolder()}
      onPaste={() => void commands.paste()}
    />
  );
}

/** The list, once its first rows have loaded. */
function Contents({
  listing,
  children,
}: {
  readonly listing: Listing;
  readonly children: ComponentChildren;
}) {
  const error = listing.error.value;
  const isKnown = listing.total.value !== undefined && error?.status !== 404;
  if (!isKnown)
    return error === undefined ? <Loading /> : <Problem error={error} onRetry={() => listing.show(0, 1)} />;
  // While offline, the page shows a notice of its own and reconnects by itself.
  const isTold = error !== undefined && !error.isOffline;
  return (
    <>
      {isTold && <Problem error={error} onRetry={() => void listing.refresh()} />}
      {children}
    </>
  );
}

interface QuestionsProps {
  readonly question: Question | undefined;
  readonly folderId: number;
  readonly commands: FolderCommands;
  readonly onClose: () => void;
}

/** The dialog of the current {@link Question}. */
function Questions({ question, folderId, commands, onClose }: QuestionsProps) {
  if (question?.kind === 'new_folder')
    return <NewFolder parentId={folderId} onMade={onClose} onClose={onClose} />;
  if (question?.kind !== 'move' && question?.kind !== 'copy') return null;
  const isMove = question.kind === 'move';
  return (
    <FolderPicker
      title={isMove ? t().move : t().copy}
      action={isMove ? t().moveHere : t().copyHere}
      start={folderId}
      isElsewhere={isMove}
      without={isMove ? new Set(question.ids) : new Set()}
      onPick={(target) => void commands.relocate(question, target)}
      onClose={onClose}
    />
  );
}
