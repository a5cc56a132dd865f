import program from 'icon:app-window';
import type { Entry } from '../api/records.ts';
import type { MenuItem } from '../parts/dialogs/menu.tsx';
import { editIn } from '../state/actions/edit-in-program.ts';
import { may } from '../state/files/permissions.ts';
import { programsFor } from '../state/files/programs.ts';
import { t } from '../text/text.ts';

/** Menu items that open a document in a program, if the user may change it. @param refusal as in {@link MenuItem} */
export function programItems(entry: Entry, refusal: string | undefined): MenuItem[] {
  if (!may(entry, 'update')) return [];
  return programsFor(entry).map((each) => ({
    label: t().editIn(each.name),
    icon: program,
    refusal,
    onSelect: () => void editIn(each, entry.id),
  }));
}
