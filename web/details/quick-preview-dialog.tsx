import previousIcon from 'icon:chevron-left';
import nextIcon from 'icon:chevron-right';
import detailsStyle from 'style:details';
import documentStyle from 'style:document';
import { loadDocument } from '../api/documents.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Problem } from '../parts/dialogs/problem.tsx';
import { PlainEntryIcon } from '../parts/display/entry-icon.tsx';
import { IconButton } from '../parts/forms/button.tsx';
import { useLoaded } from '../parts/hooks/use-loaded.ts';
import { addStyle } from '../parts/loading/add-style.ts';
import { Loading } from '../parts/loading/loading.tsx';
import { Preview } from '../preview/preview.tsx';
import { previewedVersion } from '../preview/previewed-version.ts';
import { navigate } from '../router.ts';
import type { Shareable } from '../state/actions/sharing.ts';
import { pathOf } from '../state/files/entry-path.ts';
import { t } from '../text/text.ts';

await Promise.all([addStyle(detailsStyle), addStyle(documentStyle)]);

/** The entry in the quick preview, and the way to the neighbouring rows. */
export interface PreviewedRow {
  readonly entry: Shareable;
  /** Moves to the previous row (-1) or the next (1). */
  readonly step: (by: 1 | -1) => void;
}

interface QuickPreviewDialogProps {
  readonly row: PreviewedRow;
  readonly onClose: () => void;
}

/**
 * Previews the content of a document over the list. The arrow keys step through the rows, the space bar closes the
 * dialog, and Enter opens the entry's page.
 */
export function QuickPreviewDialog({ row: { entry, step }, onClose }: QuickPreviewDialogProps) {
  const texts = t().document;
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actionsOf({ entry, step, onClose })[event.key];
    if (act === undefined || isForControl(event)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <Dialog title={entry.name} variant="wide" onClose={onClose} onKeyDown={onKeyDown}>
      {/* Keeps the focus while the user steps through rows, so that keys keep reaching this dialog. */}
      <section class="quick-preview preview" aria-label={texts.preview} tabIndex={-1} autofocus>
        <Content key={entry.id} entry={entry} />
      </section>
      <div class="quick-preview-actions">
        <IconButton icon={previousIcon} label={texts.rowBefore} onClick={() => step(-1)} />
        <IconButton icon={nextIcon} label={texts.rowAfter} onClick={() => step(1)} />
        <a class="button primary" href={pathOf(entry)}>
          {t().open}
        </a>
      </div>
    </Dialog>
  );
}

function actionsOf({ entry, step, onClose }: PreviewedRow & Pick<QuickPreviewDialogProps, 'onClose'>) {
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowUp: () => step(-1),
    ArrowLeft: () => step(-1),
    ArrowDown: () => step(1),
    ArrowRight: () => step(1),
    ' ': onClose,
    Enter: () => navigate(pathOf(entry)),
  };
  return actions;
}

/** True if the focused element handles the key itself. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, audio, video') !== null) return true;
  if (key === ' ' || key === 'Enter') return target.closest('button, a') !== null;
  return target.scrollHeight > target.clientHeight || target.scrollWidth > target.clientWidth;
}

function Content({ entry }: { readonly entry: Shareable }) {
  if (entry.type === 'folder')
    return (
      <div class="notice">
        <PlainEntryIcon type="folder" size={48} />
        <p>{t().folder}</p>
      </div>
    );
  return <DocumentContent id={entry.id} />;
}

function DocumentContent({ id }: { readonly id: number }) {
  const { value, error, reload } = useLoaded(() => loadDocument(id), []);
  return (
    <>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && <Preview subject={previewedVersion(value)} onStale={reload} />}
    </>
  );
}
