import undoStyle from 'style:undo';
import { loadNotes, reasonOf, type UndoNote } from '../../api/undos.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Button } from '../forms/button.tsx';
import { PAGE_SIZE, usePages } from '../hooks/use-pages.ts';
import { addStyle } from '../loading/add-style.ts';

await addStyle(undoStyle);

/** Entries with the reason why an undo leaves them, or left them. */
export function NoteList({ notes }: { readonly notes: readonly UndoNote[] }) {
  return (
    <ul class="undo-notes">
      {notes.map((note) => (
        <li key={note.entry_id}>
          <b>{note.name === '' ? t().undoRun.noName : note.name}</b>
          <span>{reasonOf(note)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What an undo left, or put back under another name. Shows nothing if there is no such entry. */
export function UndoNotes({ undoId }: { readonly undoId: number }) {
  const { items, error, reload, more } = usePages((page) => loadNotes(undoId, page, PAGE_SIZE), [undoId]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (items === undefined || items.length === 0) return null;
  return (
    <section class="undo-left">
      <p>{t().undoRun.notes}</p>
      <NoteList notes={items} />
      {more && <Button onClick={more}>{t().undoRun.moreNotes}</Button>}
    </section>
  );
}
