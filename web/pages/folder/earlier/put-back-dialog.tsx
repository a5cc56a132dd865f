import { useState } from 'preact/hooks';
import { previewFolder, putFolderBack, type Undo } from '../../../api/undos.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { Problem } from '../../../parts/dialogs/problem.tsx';
import { Button } from '../../../parts/forms/button.tsx';
import { useAction } from '../../../parts/hooks/use-action.ts';
import { useLoaded } from '../../../parts/hooks/use-loaded.ts';
import { Loading } from '../../../parts/loading/loading.tsx';
import { UndoProgress } from '../../../parts/undo/undo-progress.tsx';
import { UndoSummary } from '../../../parts/undo/undo-summary.tsx';
import { navigate } from '../../../router.ts';
import { formatMoment } from '../../../text/format.ts';
import { t } from '../../../text/text.ts';
import { folderPathAt } from './times.ts';

interface PutBackDialogProps {
  readonly folderId: number;
  /** Name of the folder. */
  readonly name: string;
  readonly at: string;
  /** Called when the folder has changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Says what putting a folder back would do, does it, and shows how far it is and what was left. */
export function PutBackDialog(props: PutBackDialogProps) {
  const [begun, setBegun] = useState<Undo>();
  const { folderId, name, onChanged, onClose } = props;
  const texts = t().earlier;
  const showNow = (): void => {
    onClose();
    navigate(folderPathAt(folderId));
  };
  return (
    <Dialog title={texts.putBackTitle(name)} onClose={onClose}>
      {begun === undefined ? (
        <Question {...props} onBegun={setBegun} />
      ) : (
        <UndoProgress begun={begun} onEnd={onChanged}>
          <Button variant="primary" onClick={showNow}>
            {texts.showNow}
          </Button>
        </UndoProgress>
      )}
    </Dialog>
  );
}

interface QuestionProps extends PutBackDialogProps {
  readonly onBegun: (undo: Undo) => void;
}

/** The preview, and the button that begins. */
function Question({ folderId, at, onBegun, onClose }: QuestionProps) {
  const { value: preview, error, reload } = useLoaded(() => previewFolder(folderId, at), []);
  const action = useAction();
  const texts = t().earlier;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (preview === undefined) return <Loading />;
  const isUseful = preview.reverted > 0;
  return (
    <div class="put-back">
      <p>
        <b>{texts.shown(formatMoment(at))}</b>
      </p>
      <UndoSummary preview={preview} />
      {isUseful && <p class="hint">{texts.safe}</p>}
      {action.error && (
        <p class="fault" role="alert">
          {action.error.isOffline ? t().unreachable : action.error.message}
        </p>
      )}
      <div class="dialog-buttons">
        <Button onClick={onClose}>{isUseful ? t().cancel : t().close}</Button>
        {isUseful && (
          <Button
            variant="primary"
            hasFocus
            disabled={action.isBusy}
            onClick={() => action.run(async () => onBegun(await putFolderBack(folderId, at)))}
          >
            {texts.putBackNow}
          </Button>
        )}
      </div>
    </div>
  );
}
