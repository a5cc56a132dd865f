import type { Undo } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { PAGE_SIZE, usePages } from '../hooks/use-pages.ts';
import { Loading } from '../loading/loading.tsx';
import { NoteList } from './note-list.tsx';
import { notesOf, resumeUndo, usePolledUndo } from './requests.ts';
import { conditionsOf, stopOf, whatOf } from './scope-text.ts';
import { useFocused } from './use-focused.ts';
import { useNames } from './use-names.ts';

interface UndoCourseProps {
  readonly id: number;
  readonly onTakeBack: () => void;
  readonly onClose: () => void;
}

/** How far an undo is, and what it left. */
export function UndoCourse({ id, onTakeBack, onClose }: UndoCourseProps) {
  const { value: undo, error, reload } = usePolledUndo(id);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (undo === undefined) return <Loading />;
  return <Course undo={undo} onResumed={reload} onTakeBack={onTakeBack} onClose={onClose} />;
}

interface CourseProps extends Omit<UndoCourseProps, 'id'> {
  readonly undo: Undo;
  readonly onResumed: () => void;
}

function Course({ undo, onResumed, onTakeBack, onClose }: CourseProps) {
  const texts = t().undoChanges;
  const names = useNames([undo]);
  const summary = useFocused<HTMLParagraphElement>();
  const { error, isBusy, run } = useAction();
  const { state } = undo;
  const resume = async (): Promise<void> => {
    await resumeUndo(undo.id);
    onResumed();
  };
  return (
    <Form error={error} onSubmit={() => (state === 'stopped' ? run(resume) : onClose())}>
      <div>
        <p class="undo-what">{whatOf(undo, names)}</p>
        <p class="hint">{[texts.number(undo.id), ...conditionsOf(undo)].join(' · ')}</p>
      </div>
      <p ref={summary} tabIndex={-1} role="status" class="undo-summary">
        {summaryOf(undo)}
      </p>
      {state !== 'ended' && <Progress undo={undo} />}
      {state !== 'running' && <Notes id={undo.id} />}
      <div class="dialog-buttons">
        {state === 'ended' && undo.reverted > 0 && <Button onClick={onTakeBack}>{texts.takeBack}</Button>}
        {state === 'stopped' && <Button onClick={onClose}>{t().close}</Button>}
        <Button type="submit" variant="primary" disabled={isBusy}>
          {state === 'stopped' ? texts.resume : t().close}
        </Button>
      </div>
    </Form>
  );
}

function summaryOf(undo: Undo): string {
  const texts = t().undoChanges;
  if (undo.state === 'running') return texts.running;
  return undo.state === 'stopped' ? texts.stopped(stopOf(undo)) : texts.ended(undo.reverted, undo.skipped);
}

function Progress({ undo: { total, reverted, skipped, state } }: { readonly undo: Undo }) {
  const texts = t().undoChanges;
  const text = texts.progress(reverted + skipped, total);
  return (
    <div class="undo-progress">
      <progress value={reverted + skipped} max={Math.max(total, 1)} aria-label={text} />
      <p class="hint">{state === 'running' ? `${text}. ${texts.goesOn}` : text}</p>
    </div>
  );
}

/** What the undo left, or put back under another name. */
function Notes({ id }: { readonly id: number }) {
  const texts = t().undoChanges;
  const { items, error, reload, more } = usePages((page) => notesOf(id, page, PAGE_SIZE), [id]);
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
