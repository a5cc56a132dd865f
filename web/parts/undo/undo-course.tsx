import type { Undo } from '../../api/records.ts';
import { loadNotes, resumeUndo } from '../../api/undos.ts';
import { said } from '../../text/messages.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { PAGE_SIZE, usePages } from '../hooks/use-pages.ts';
import { NoteList } from './note-list.tsx';
import { useFocused } from './use-focused.ts';
import { useUndoRun } from './use-undo-run.ts';

interface UndoCourseProps {
  /** The undo as it began, or as a list had it. For another undo, another `key` is needed. */
  readonly begun: Undo;
  /** Called once when the undo has ended. */
  readonly onEnd?: () => void;
  /** Text of the button that takes it back. */
  readonly takeBack: string;
  readonly onTakeBack: () => unknown;
  readonly onClose: () => void;
  /** The main button once it has ended. Default: closes. */
  readonly next?: { readonly text: string; readonly run: () => void };
}

/** How far an undo is, why it stopped, and what it left; the buttons that continue it and take it back. */
export function UndoCourse({ begun, onEnd, takeBack, onTakeBack, onClose, next }: UndoCourseProps) {
  const { undo, error, set } = useUndoRun(begun, onEnd);
  const { id, state } = undo;
  const summary = useFocused<HTMLParagraphElement>();
  const action = useAction();
  const isStopped = state === 'stopped';
  const main =
    state === 'ended' && next !== undefined
      ? next
      : { text: isStopped ? t().undoRun.resume : t().close, run: onClose };
  // The response may still have the state from before, so the next poll decides.
  const resume = async (): Promise<void> => set({ ...(await resumeUndo(id)), state: 'running', stop: null });
  return (
    <div class="undo-run">
      <Form error={action.error ?? error} onSubmit={() => (isStopped ? action.run(resume) : main.run())}>
        <p
          ref={summary}
          tabIndex={-1}
          role="status"
          class={`undo-summary ${isStopped ? 'undo-stopped' : ''}`}
        >
          {summaryOf(undo)}
        </p>
        {state !== 'ended' && <Progress undo={undo} />}
        {state !== 'running' && <Notes id={id} />}
        <div class="dialog-buttons">
          {state === 'ended' && undo.reverted > 0 && (
            <Button disabled={action.isBusy} onClick={() => action.run(async () => await onTakeBack())}>
              {takeBack}
            </Button>
          )}
          {isStopped && <Button onClick={onClose}>{t().close}</Button>}
          <Button type="submit" variant="primary" disabled={action.isBusy}>
            {main.text}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** The service sends no text with the reason for a stop; the pages have the English ones for some. */
function summaryOf({ state, stop, reverted, skipped }: Undo): string {
  const texts = t().undoRun;
  if (state === 'running') return texts.running;
  if (state === 'ended') return texts.ended(reverted, skipped);
  const { code, facts } = stop ?? { code: '', facts: {} };
  return texts.stopped(said(code, facts, texts.stops.get(code) ?? texts.otherStop));
}

function Progress({ undo: { total, reverted, skipped, state } }: { readonly undo: Undo }) {
  const done = reverted + skipped;
  const text = t().undoRun.progress(done, total);
  return (
    <div class="undo-progress">
      <progress max={Math.max(total, 1)} {...(total > 0 && { value: done })} aria-label={text} />
      <p class="hint">{state === 'running' ? `${text}. ${t().undoRun.goesOn}` : text}</p>
    </div>
  );
}

/** What the undo left, or put back under another name. */
function Notes({ id }: { readonly id: number }) {
  const texts = t().undoRun;
  const { items, error, reload, more } = usePages((page) => loadNotes(id, page, PAGE_SIZE));
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (items === undefined || items.length === 0) return null;
  return (
    <section>
      <h3>{texts.notes}</h3>
      <NoteList label={texts.notes} notes={items} />
      {more && <Button onClick={more}>{texts.more}</Button>}
    </section>
  );
}
