import { useState } from 'preact/hooks';
import type { UndoPreview as Preview, Undo, UndoNote } from '../../api/records.ts';
import { beginUndo, previewUndo, type UndoScope } from '../../api/undos.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { Loading } from '../loading/loading.tsx';
import { NoteList } from './note-list.tsx';
import { useFocused } from './use-focused.ts';

/** Entries shown at first, and more with each press of the button. */
const SHOWN = 50;

interface UndoQuestionProps {
  readonly scope: UndoScope;
  /** Text of the button that begins. Default: “Undo these changes”. */
  readonly action?: string;
  readonly onBegun: (begun: Undo) => void;
  readonly onBack: () => void;
}

/** Loads what an undo would do, and shows it. */
export function UndoQuestion(props: UndoQuestionProps) {
  const { value, error, reload } = useLoaded(() => previewUndo(props.scope), []);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  return value === undefined ? <Loading /> : <UndoPreview {...props} found={value} />;
}

interface UndoPreviewProps extends UndoQuestionProps {
  readonly found: Preview;
}

/** What an undo would do, and the button that begins it. */
export function UndoPreview({ scope, found, action, onBegun, onBack }: UndoPreviewProps) {
  const texts = t().undoRun;
  const summary = useFocused<HTMLParagraphElement>();
  const { error, isBusy, run } = useAction();
  const left = found.entries.filter(({ reason }) => reason !== null);
  const putBack = found.entries.filter(({ reason }) => reason === null);
  return (
    <Form error={error} onSubmit={() => run(async () => onBegun(await beginUndo(scope)))}>
      <p ref={summary} tabIndex={-1} role="status" class="undo-summary">
        {found.total === 0 ? texts.nothing : texts.wouldPutBack(found.reverted, found.skipped)}
      </p>
      {left.length > 0 && (
        <section>
          <h3>{texts.left}</h3>
          <Growing label={texts.left} notes={left} />
        </section>
      )}
      {putBack.length > 0 && (
        <details class="undo-entries" open={left.length === 0}>
          <summary>{texts.putBack(found.reverted)}</summary>
          <Growing label={texts.putBack(found.reverted)} notes={putBack} />
        </details>
      )}
      {found.entries.length < found.total && (
        <p class="hint">{texts.notShown(found.total - found.entries.length)}</p>
      )}
      {found.reverted > 0 && <p class="hint">{texts.previewHint}</p>}
      <div class="dialog-buttons">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button type="submit" variant="primary" disabled={isBusy || found.reverted === 0}>
          {action ?? texts.begin}
        </Button>
      </div>
    </Form>
  );
}

/** A list of which a part is shown. */
function Growing({ label, notes }: { readonly label: string; readonly notes: readonly UndoNote[] }) {
  const [count, setCount] = useState(SHOWN);
  return (
    <>
      <NoteList label={label} notes={notes.slice(0, count)} />
      {notes.length > count && <Button onClick={() => setCount(count + SHOWN)}>{t().undoRun.more}</Button>}
    </>
  );
}
