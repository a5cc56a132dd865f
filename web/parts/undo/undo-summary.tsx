import type { UndoPreview } from '../../api/undos.ts';
import { t } from '../../text/text.ts';
import { NoteList } from './undo-notes.tsx';

/** Reasons that a preview lists. */
const SHOWN = 50;

/** What an undo would do: how many entries will be as they were, and which stay as they are, with the reasons. */
export function UndoSummary({ preview }: { readonly preview: UndoPreview }) {
  const { total, reverted, skipped } = preview;
  const texts = t().undoRun;
  if (total === 0) return <p>{texts.nothing}</p>;
  const left = preview.entries.filter(({ reason }) => reason !== null).slice(0, SHOWN);
  return (
    <div class="undo-summary">
      <p>{skipped === 0 ? texts.all(total) : texts.some(reverted, total)}</p>
      {skipped > 0 && (
        <>
          <p>{texts.staysAsIs(skipped)}</p>
          <NoteList notes={left} />
          {skipped > left.length && <p class="hint">{texts.andOthers(skipped - left.length)}</p>}
        </>
      )}
    </div>
  );
}
