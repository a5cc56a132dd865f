import back from 'icon:rotate-ccw';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type EarlierEntry, loadEarlier } from '../../../api/earlier.ts';
import { Problem } from '../../../parts/dialogs/problem.tsx';
import { Button } from '../../../parts/forms/button.tsx';
import { useLoaded } from '../../../parts/hooks/use-loaded.ts';
import { useShortcuts } from '../../../parts/hooks/use-shortcuts.ts';
import { Loading } from '../../../parts/loading/loading.tsx';
import { navigate } from '../../../router.ts';
import { saveArchive } from '../../../state/actions/downloads.ts';
import { showFailure } from '../../../state/failures.ts';
import { entryChanges, refreshShown } from '../../../state/files/folder-changes.ts';
import { PagedList } from '../../../state/files/paged-list.ts';
import { Selection } from '../../../state/files/selection.ts';
import { formatMoment } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';
import { EarlierBar } from './earlier-bar.tsx';
import { EarlierList } from './earlier-list.tsx';
import { getBack } from './get-back.ts';
import { PutBackDialog } from './put-back-dialog.tsx';
import { TimeLine } from './time-line.tsx';
import { folderPathAt } from './times.ts';
import { loadTrail, noteSteps, type Trail } from './trail.ts';

interface EarlierFolderProps {
  readonly folderId: number;
  /** The time in the address. May be invalid. */
  readonly at: string;
}

/** A folder as it was at a time, read-only. */
export function EarlierFolder({ folderId, at }: EarlierFolderProps) {
  const isValid = !Number.isNaN(Date.parse(at));
  return (
    <div class="page folder-page earlier-page">
      {isValid ? <FolderAt folderId={folderId} at={at} /> : <BadTime folderId={folderId} />}
    </div>
  );
}

function BadTime({ folderId }: Pick<EarlierFolderProps, 'folderId'>) {
  return (
    <div class="notice" role="alert">
      <p>{t().earlier.badTime}</p>
      <a class="button primary" href={folderPathAt(folderId)}>
        {t().earlier.toNow}
      </a>
    </div>
  );
}

function FolderAt({ folderId, at }: EarlierFolderProps) {
  const list = useEarlierList(folderId, at);
  const selection = useMemo(() => new Selection(), [list]);
  const [isAsked, ask] = useState(false);
  const {
    value: trail,
    error,
    reload,
  } = useLoaded(() => loadTrail(folderId, at), [folderId, at, entryChanges.value]);
  useTitle(trail, at);
  useUp(trail, at);
  if (error !== undefined && error.status !== 404) return <Problem error={error} onRetry={reload} />;
  if (trail === undefined) return <Loading />;
  const chosen = selection.count.value > 1 ? [...selection.ids.value] : undefined;
  return (
    <>
      <EarlierBar
        trail={trail}
        at={at}
        count={selection.count.value}
        onDownload={() => void download(chosen, list, { folderId, at })}
        onClear={() => selection.clear()}
        onPutBack={trail.mayCreate ? () => ask(true) : undefined}
      />
      <TimeLine folderId={folderId} at={at} />
      {trail.isGone && <Gone trail={trail} />}
      <Contents list={list} selection={selection} trail={trail} at={at} />
      {isAsked && (
        <PutBackDialog
          folderId={folderId}
          name={trail.name}
          at={at}
          onChanged={refreshShown}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

/** The list of a folder at a time. It is read again after each change of this page: entries may be elsewhere by then. */
function useEarlierList(folderId: number, at: string): PagedList<EarlierEntry> {
  const list = useMemo(
    () =>
      new PagedList<EarlierEntry>(async (page, per_page) => {
        const loaded = await loadEarlier(folderId, at, { page, per_page });
        noteSteps(folderId, at, loaded.items);
        return loaded;
      }),
    [folderId, at],
  );
  useEffect(() => {
    if (list.total.peek() === undefined) list.show(0, 1);
    else void list.refresh();
  }, [list, entryChanges.value]);
  return list;
}

function useTitle(trail: Trail | undefined, at: string): void {
  const name = trail?.name ?? '';
  useEffect(() => {
    document.title = `${name}, ${formatMoment(at)} · dms`;
  }, [name, at]);
}

/** Alt+↑ leads to the folder above at the same time. */
function useUp(trail: Trail | undefined, at: string): void {
  useShortcuts({
    'Alt+ArrowUp': () =>
      trail !== undefined &&
      trail.folderId !== 0 &&
      navigate(folderPathAt(trail.ancestors.at(-1)?.id ?? 0, at)),
    'Alt+KeyT': () => document.querySelector<HTMLElement>('.time-line [aria-current]')?.focus(),
  });
}

/** @param chosen undefined: the whole folder. The top folder has no id, so its entries are downloaded. */
async function download(
  chosen: readonly number[] | undefined,
  list: PagedList<EarlierEntry>,
  { folderId, at }: EarlierFolderProps,
): Promise<void> {
  try {
    const whole = async () => (folderId === 0 ? await list.allIds() : [folderId]);
    await saveArchive(chosen ?? (await whole()), at);
  } catch (error) {
    showFailure(error);
  }
}

/** The folder is in the trash: its list is shown all the same. */
function Gone({ trail }: { readonly trail: Trail }) {
  const { id, name, ancestors } = trail;
  const entry = { id, name, type: 'folder', version: null, now: null } as const;
  const parent = { folderId: ancestors.at(-1)?.id ?? 0, isGone: true };
  return (
    <div class="earlier-gone" role="status">
      <p>{t().earlier.gone}</p>
      <Button icon={back} onClick={() => void getBack(entry, parent)}>
        {t().earlier.getFolderBack}
      </Button>
    </div>
  );
}

interface ContentsProps {
  readonly list: PagedList<EarlierEntry>;
  readonly selection: Selection;
  readonly trail: Trail;
  readonly at: string;
}

/** The list, once its first rows have loaded. */
function Contents({ list, selection, trail, at }: ContentsProps) {
  const error = list.error.value;
  const total = list.total.value;
  if (error !== undefined) return <Problem error={error} onRetry={() => list.show(0, 1)} />;
  if (total === undefined) return <Loading />;
  if (total === 0)
    return (
      <div class="notice" role="status">
        <p>{t().earlier.empty}</p>
      </div>
    );
  return (
    <div class="earlier-contents">
      <EarlierList key={at} list={list} selection={selection} trail={trail} at={at} />
    </div>
  );
}
