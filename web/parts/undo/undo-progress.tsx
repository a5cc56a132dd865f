import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { resumeUndo, takeUndoBack, type Undo } from '../../api/undos.ts';
import { said } from '../../text/messages.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { useAction } from '../hooks/use-action.ts';
import { UndoNotes } from './undo-notes.tsx';
import { useUndoRun } from './use-undo-run.ts';

interface UndoProgressProps {
  /** The undo as it began, or as it was when the page was loaded. */
  readonly begun: Undo;
  /** Called when the undo has ended, and again when another one that takes it back has. */
  readonly onEnd?: (undo: Undo) => void;
  /** Further buttons once it has ended. */
  readonly children?: ComponentChildren;
}

/**
 * An undo from its beginning to its end: how far it is, why it stopped, what it left; and the buttons that continue it
 * or take it back. Needs the text area `undo`.
 */
export function UndoProgress({ begun, ...props }: UndoProgressProps) {
  const [followed, follow] = useState(begun);
  return <Run key={followed.id} {...props} begun={followed} onFollow={follow} />;
}

interface RunProps extends UndoProgressProps {
  /** Shows another undo in the place of this one. */
  readonly onFollow: (undo: Undo) => void;
}

function Run({ begun, onEnd, onFollow, children }: RunProps) {
  const { undo, error, set } = useUndoRun(begun, onEnd);
  const action = useAction();
  const fault = action.error ?? error;
  const texts = t().undoRun;
  const box = useRef<HTMLDivElement>(null);
  // The button that began it is gone, and keys must keep reaching the dialog.
  useLayoutEffect(() => {
    if (box.current?.contains(document.activeElement) === false) box.current.focus();
  }, []);
  return (
    <div ref={box} class="undo-run" tabIndex={-1}>
      <State undo={undo} />
      {undo.state === 'ended' && <UndoNotes undoId={undo.id} />}
      {fault && (
        <p class="fault" role="alert">
          {fault.isOffline ? t().unreachable : fault.message}
        </p>
      )}
      <div class="dialog-buttons">
        {undo.state === 'stopped' && (
          <Button
            variant="primary"
            disabled={action.isBusy}
            // The response may still have the state from before, so the next poll decides.
            onClick={() =>
              action.run(async () => set({ ...(await resumeUndo(undo.id)), state: 'running', stop: null }))
            }
          >
            {texts.resume}
          </Button>
        )}
        {undo.state === 'ended' && undo.reverted > 0 && (
          <Button
            disabled={action.isBusy}
            onClick={() => action.run(async () => onFollow(await takeUndoBack(undo.id)))}
          >
            {texts.takeBack}
          </Button>
        )}
        {undo.state === 'ended' && children}
      </div>
    </div>
  );
}

function State({ undo }: { readonly undo: Undo }) {
  const { kind, state, reverted, skipped, total, stop } = undo;
  const texts = t().undoRun;
  const done = reverted + skipped;
  return (
    <>
      {state !== 'ended' && (
        <progress max={Math.max(1, total)} {...(total > 0 && { value: done })} aria-label={texts.progress} />
      )}
      <p role="status" class={state === 'stopped' ? 'undo-stopped' : ''}>
        {state === 'ended' &&
          (kind === 'folder' || reverted === 0 ? texts.ended : texts.endedAgain)(reverted)}
        {state === 'running' && texts.running(done, total)}
        {state === 'stopped' && texts.stopped(stop === null ? texts.otherStop : stopText(stop))}
      </p>
      {state === 'running' && <p class="hint">{texts.goesOn}</p>}
    </>
  );
}

/** The service sends no text with the reason, and the pages have the English texts of its messages for these only. */
function stopText({ code, facts }: NonNullable<Undo['stop']>): string {
  const known = new Map<string, string>(Object.entries(t().undoRun.stops)).get(code);
  return said(code, facts, known ?? t().undoRun.otherStop);
}
