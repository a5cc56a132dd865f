import undoStyle from 'style:undo-changes';
import { useState } from 'preact/hooks';
import type { UndoPreview as Preview } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Problem } from '../dialogs/problem.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { addStyle } from '../loading/add-style.ts';
import { Loading } from '../loading/loading.tsx';
import { NO_CONDITIONS, type UndoDraft } from './conditions.ts';
import { ConditionsForm } from './conditions-form.tsx';
import { EarlierUndos } from './earlier-undos.tsx';
import { localTimeOf } from './local-time.ts';
import { previewUndo, type UndoConditions } from './requests.ts';
import { UndoCourse } from './undo-course.tsx';
import { UndoPreview } from './undo-preview.tsx';
import type { UndoStart } from './undo-start.ts';

await addStyle(undoStyle);

type Step =
  | { readonly kind: 'conditions' }
  | { readonly kind: 'preview'; readonly conditions: UndoConditions; readonly found: Preview }
  | { readonly kind: 'takeBack'; readonly undoId: number }
  | { readonly kind: 'course'; readonly id: number }
  | { readonly kind: 'earlier' };

interface UndoDialogProps {
  readonly start: UndoStart;
  /** Called when an undo has begun. */
  readonly onBegun?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Undoes many changes: conditions, preview, progress. Lists the earlier undos, too. */
export function UndoDialog({ start, onBegun, onClose }: UndoDialogProps) {
  const texts = t().undoChanges;
  const [step, go] = useState<Step>(
    start.kind === 'undo' ? { kind: 'takeBack', undoId: start.id } : { kind: 'conditions' },
  );
  const [draft, setDraft] = useState<UndoDraft>(() => draftOf(start));
  const begun = (id: number): void => {
    go({ kind: 'course', id });
    onBegun?.();
  };
  const title = step.kind === 'earlier' ? texts.earlier : texts.title;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="undo-dialog">
        {step.kind === 'conditions' && (
          <ConditionsForm
            initial={draft}
            onFound={(given, conditions, found) => {
              setDraft(given);
              go({ kind: 'preview', conditions, found });
            }}
            onEarlier={() => go({ kind: 'earlier' })}
          />
        )}
        {step.kind === 'preview' && (
          <UndoPreview {...step} onBegun={begun} onBack={() => go({ kind: 'conditions' })} />
        )}
        {step.kind === 'takeBack' && (
          <PreviewOfUndo
            undoId={step.undoId}
            onBegun={begun}
            onBack={() =>
              start.kind === 'undo' && start.id === step.undoId
                ? onClose()
                : go({ kind: 'course', id: step.undoId })
            }
          />
        )}
        {step.kind === 'course' && (
          <UndoCourse
            key={step.id}
            id={step.id}
            onTakeBack={() => go({ kind: 'takeBack', undoId: step.id })}
            onClose={onClose}
          />
        )}
        {step.kind === 'earlier' && (
          <EarlierUndos
            onOpen={(id) => go({ kind: 'course', id })}
            onBack={() => go({ kind: 'conditions' })}
          />
        )}
      </div>
    </Dialog>
  );
}

function draftOf(start: UndoStart): UndoDraft {
  if (start.kind === 'undo') return NO_CONDITIONS;
  const { since, users = [], typed = '', ip = '' } = start;
  if (since === undefined) return NO_CONDITIONS;
  return { ...NO_CONDITIONS, users, typed, ip, since: localTimeOf(since), given: since };
}

interface PreviewOfUndoProps {
  readonly undoId: number;
  readonly onBegun: (id: number) => void;
  readonly onBack: () => void;
}

/** What it would do to take back an undo. */
function PreviewOfUndo({ undoId, onBegun, onBack }: PreviewOfUndoProps) {
  const conditions = { undo_id: undoId };
  const { value, error, reload } = useLoaded(() => previewUndo(conditions), [undoId]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  return (
    <>
      <p class="undo-what">{t().undoChanges.number(undoId)}</p>
      <UndoPreview conditions={conditions} found={value} onBegun={onBegun} onBack={onBack} />
    </>
  );
}
