import { askedMove } from '../state/entry-actions.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks what is to become of entries whose names are taken where they are moved to. */
export function MoveQuestion() {
  const asked = askedMove.value;
  if (asked === undefined) return null;
  const close = (): void => {
    askedMove.value = undefined;
  };
  return (
    <Dialog title={t().namesTaken(asked.count, asked.target)} onClose={close}>
      <div class="dialog-buttons">
        <Button onClick={close}>{t().skip}</Button>
        <Button
          look="primary"
          hasFocus
          onClick={() => {
            close();
            asked.rename();
          }}
        >
          {t().withNewName}
        </Button>
      </div>
    </Dialog>
  );
}
