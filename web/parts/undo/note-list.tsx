import undoStyle from 'style:undo';
import type { UndoNote } from '../../api/records.ts';
import { saidOf } from '../../text/messages.ts';
import { t } from '../../text/text.ts';
import { addStyle } from '../loading/add-style.ts';

await addStyle(undoStyle);

/** Entries of an undo, with the reasons why they were left. */
export function NoteList({ label, notes }: { readonly label: string; readonly notes: readonly UndoNote[] }) {
  return (
    <ul class="undo-notes" aria-label={label}>
      {notes.map(({ entry_id, name, reason, data }) => (
        <li key={entry_id}>
          <span>{name === '' ? t().undoRun.unnamed : name}</span>
          {reason !== null && <small>{saidOf(data, reason)}</small>}
        </li>
      ))}
    </ul>
  );
}
