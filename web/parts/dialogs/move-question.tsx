import { askedMoves } from '../../state/actions/entry-actions.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks the user about moved entries whose names are taken in the target folder. */
export function MoveQuestion() {
  const asked = askedMoves.now.value;
  if (asked === undefined) return null;
  const { id, question } = asked;
  const close = (): void => askedMoves.end(id);
  const names = question.names.join(', ');
  return (
    <Dialog key={id} title={t().namesTaken(question.count, question.target)} onClose={close}>
      <p>{question.count > question.names.length ? `${names} …` : names}</p>
      <div class="dialog-buttons">
        <Button onClick={close}>{t().skip}</Button>
        <Button
          variant="primary"
          hasFocus
          onClick={() => {
            close();
            question.rename();
          }}
        >
          {t().withNewName}
        </Button>
      </div>
    </Dialog>
  );
}
