import type { Selection } from '../../state/files/selection.ts';
import { idsBetween } from './keyboard.ts';
import type { Rows } from './rows.ts';

/** Dependencies of {@link pointerProps}. */
interface PointerParts<T> {
  readonly rows: Rows<T>;
  readonly selection: Selection;
  readonly idOf: (row: T) => number;
  readonly onOpen: (row: T) => void;
  readonly onMenu: (row: T, at: { readonly x: number; readonly y: number }) => void;
}

/** Target of a click: the row itself, the link with its name, or another control. */
function placeOf({ target }: Event): 'row' | 'name' | 'control' {
  const control = target instanceof Element ? target.closest('button, a, input') : null;
  if (control === null) return 'row';
  return control.matches('.cell-name a') ? 'name' : 'control';
}

function isByTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}

/**
 * Pointer handlers of a row. A click selects, a double click opens. A click on the name opens, unless it changes a
 * selection. On touch screens, a tap opens and a long press selects.
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
