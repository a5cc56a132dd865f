import undoStyle from 'style:undo-changes';
import { useState } from 'preact/hooks';
import type { UndoPreview as Preview, Undo } from '../../api/records.ts';
import type { UndoConditions } from '../../api/undos.ts';
import { t } from '../../text/text.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { addStyle } from '../loading/add-style.ts';
import { UndoCourse } from '../undo/undo-course.tsx';
import { UndoPreview, UndoQuestion } from '../undo/undo-preview.tsx';
import { NO_CONDITIONS, type UndoDraft } from './conditions.ts';
import { ConditionsForm } from './conditions-form.tsx';
import { EarlierUndos } from './earlier-undos.tsx';
import { localTimeOf } from './local-time.ts';
import { conditionsOf, whatOf } from './scope-text.ts';
import type { UndoStart } from './undo-start.ts';
import { useNames } from './use-names.ts';

await addStyle(undoStyle);

type Step =
  | { readonly kind: 'conditions' }
  | { readonly kind: 'preview'; readonly conditions: UndoConditions; readonly found: Preview }
  /** `from` is missing if the dialog opened with this step. */
  | { readonly kind: 'takeBack'; readonly undoId: number; readonly from?: Undo }
  | { readonly kind: 'course'; readonly undo: Undo }
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
  const edit = (): void => go({ kind: 'conditions' });
  const follow = (undo: Undo): void => go({ kind: 'course', undo });
  const begun = (undo: Undo): void => {
    follow(undo);
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
          <UndoPreview scope={step.conditions} found={step.found} onBegun={begun} onBack={edit} />
        )}
        {step.kind === 'takeBack' && (
          <>
            <p class="undo-what">{texts.number(step.undoId)}</p>
            <UndoQuestion
              scope={{ undo_id: step.undoId }}
              onBegun={begun}
              onBack={() => (step.from === undefined ? onClose() : follow(step.from))}
            />
          </>
        )}
        {step.kind === 'course' && (
          <>
            <Head undo={step.undo} />
            <UndoCourse
              begun={step.undo}
              takeBack={texts.takeBack}
              onTakeBack={() => go({ kind: 'takeBack', undoId: step.undo.id, from: step.undo })}
              onClose={onClose}
            />
          </>
        )}
        {step.kind === 'earlier' && <EarlierUndos onOpen={follow} onBack={edit} />}
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

/** What an undo takes back. */
function Head({ undo }: { readonly undo: Undo }) {
  const names = useNames([undo]);
  return (
    <div>
      <p class="undo-what">{whatOf(undo, names)}</p>
      <p class="hint">{[t().undoChanges.number(undo.id), ...conditionsOf(undo)].join(' · ')}</p>
    </div>
  );
}
