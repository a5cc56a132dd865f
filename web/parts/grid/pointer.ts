import type { Selection } from '../../state/files/selection.ts';
import { idsBetween } from './keyboard.ts';
import type { Rows } from './rows.ts';

/** What the pointer works with. */
interface PointerParts<T> {
  readonly rows: Rows<T>;
  readonly selection: Selection;
  readonly idOf: (row: T) => number;
  readonly onOpen: (row: T) => void;
  readonly onMenu: (row: T, at: { readonly x: number; readonly y: number }) => void;
}

/** Where a click is: on the row itself, on the link that bears its name, or on something with an own meaning. */
function placeOf({ target }: Event): 'row' | 'name' | 'control' {
  const control = target instanceof Element ? target.closest('button, a, input') : null;
  if (control === null) return 'row';
  return control.matches('.cell-name a') ? 'name' : 'control';
}

function isByTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}

/**
 * A click selects, a double click opens; on a name a click opens, unless it changes a selection. On touch a tap opens, and a
 * long press, which asks for a menu, selects.
 */
export function pointerProps<T>(parts: PointerParts<T>, row: T, rowId: number) {
  const { selection, onOpen, onMenu } = parts;
  const click = (event: MouseEvent): void => {
    if (event.shiftKey) selection.extendTo(rowId, (from, to) => idsBetween(parts, from, to));
    else if (isByTouch(event) && selection.count.value === 0) onOpen(row);
    else if (isAdding(event)) selection.toggle(rowId);
    else selection.select(rowId);
  };
  const isAdding = (event: MouseEvent): boolean =>
    event.ctrlKey || event.metaKey || (isByTouch(event) && selection.count.value > 0);
  return {
    onClick: (event: MouseEvent): void => {
      const place = placeOf(event);
      const isMeant = place === 'row' || (place === 'name' && (event.shiftKey || isAdding(event)));
      if (!isMeant) return;
      event.preventDefault();
      click(event);
    },
    onDblClick: (event: MouseEvent): void => {
      if (placeOf(event) === 'row') onOpen(row);
    },
    onContextMenu: (event: MouseEvent): void => {
      event.preventDefault();
      if (isByTouch(event)) {
        selection.toggle(rowId);
        return;
      }
      if (!selection.has(rowId)) selection.select(rowId);
      onMenu(row, { x: event.clientX, y: event.clientY });
    },
  };
}
