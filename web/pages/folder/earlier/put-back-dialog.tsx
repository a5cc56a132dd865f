import { useState } from 'preact/hooks';
import type { Undo } from '../../../api/records.ts';
import { beginUndo } from '../../../api/undos.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { UndoCourse } from '../../../parts/undo/undo-course.tsx';
import { UndoQuestion } from '../../../parts/undo/undo-preview.tsx';
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
export function PutBackDialog({ folderId, name, at, onChanged, onClose }: PutBackDialogProps) {
  const [begun, setBegun] = useState<Undo>();
  const texts = t().earlier;
  const showNow = (): void => {
    onClose();
    navigate(folderPathAt(folderId));
  };
  return (
    <Dialog title={texts.putBackTitle(name)} onClose={onClose}>
      <div class="undo-dialog">
        {begun === undefined ? (
          <>
            <p class="undo-what">{texts.shown(formatMoment(at))}</p>
            <p class="hint">{texts.safe}</p>
            <UndoQuestion
              scope={{ folder: folderId, at }}
              action={texts.putBackNow}
              onBegun={setBegun}
              onBack={onClose}
            />
          </>
        ) : (
          <UndoCourse
            key={begun.id}
            begun={begun}
            onEnd={onChanged}
            takeBack={t().undo}
            onTakeBack={async () => setBegun(await beginUndo({ undo_id: begun.id }))}
            onClose={onClose}
            next={{ text: texts.showNow, run: showNow }}
          />
        )}
      </div>
    </Dialog>
  );
}
