import { showFailure } from '../../state/failures.ts';
import type { Selection } from '../../state/files/selection.ts';
import { holdKeys } from './held-keys.ts';
import type { Rows } from './rows.ts';

const TYPING_MS = 800;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** Dependencies of {@link GridKeyboard}. */
export interface KeyboardParts<T> {
  readonly rows: Rows<T>;
  readonly selection: Selection;
  readonly idOf: (row: T) => number;
  /** Number of tiles per row; 1 in a list. */
  readonly perRow: number;
  /** Number of entries that a page key moves by. */
  readonly pageLength: () => number;
  /** Scrolls to a row and resolves once it is loaded. */
  readonly reach: (index: number) => Promise<T | undefined>;
  /** Undefined in a list. */
  readonly tileWidth?: number;
  readonly onOpen: (row: T) => void;
  readonly onMenu: (row: T) => void;
  readonly onQuickPreview?: (step: (by: 1 | -1) => void) => void;
}

/**
 * Key handling of a list:
 * - move: arrows, Home, End, Page Up and Down, typed letters; with Ctrl, a move does not select,
 * - select: Shift with a move, Ctrl+Space, Ctrl+A; Escape clears the selection,
 * - act on the row: Enter, Space, the menu key or Shift+F10.
 */
export class GridKeyboard<T> {
  readonly #parts: () => KeyboardParts<T>;
  #typed = '';
  #typedAt = 0;
  /** Index of the active row, or its last index if the row was removed; -1 before the first. */
  #place = -1;
  /** Replaced with each key press, so that a late response does not override a later key. */
  #turn = Symbol('none');

  constructor(parts: () => KeyboardParts<T>) {
    this.#parts = parts;
  }

  /**
   * Must be called after each change of the rows or the selection. @param index of the active row; -1 if it is not
   * loaded
   */
  notePlace(index: number): void {
    if (index !== -1) this.#place = index;
  }

  /** @returns true if the key was handled */
  handle(event: KeyboardEvent): boolean {
    if (MODIFIERS.has(event.key)) return false;
    this.#turn = Symbol(event.key);
    if (this.#jumps(event)) return true;
    // Any other key ends the typed prefix.
    this.#typed = '';
    return this.#goes(event) || this.#acts(event);
  }

  /** Selects the previous row (-1) or the next (1), if there is one. */
  async #step(by: 1 | -1): Promise<void> {
    const { rows, selection, idOf, reach } = this.#parts();
    const wanted = this.#activeIndex() + by;
    if (wanted < 0 || wanted >= (rows.count ?? 0)) return;
    const row = await reach(wanted);
    if (row !== undefined) selection.select(idOf(row));
  }

  #activeIndex(): number {
    const { rows, selection } = this.#parts();
    return selection.active.value === undefined ? -1 : rows.indexOf(selection.active.value);
  }

  #goes(event: KeyboardEvent): boolean {
    const { rows, perRow, tileWidth, pageLength } = this.#parts();
    const count = rows.count ?? 0;
    const isGone = this.#activeIndex() === -1;
    const now = this.#place;
    const steps: Readonly<Record<string, number>> = {
      // The next row has taken the index of the removed one.
      ArrowDown: isGone ? now : now + perRow,
      ArrowUp: now < perRow ? now : now - perRow,
      ...(tileWidth !== undefined && { ArrowLeft: now - 1, ArrowRight: now + 1 }),
      PageDown: now + pageLength(),
      PageUp: now - pageLength(),
      Home: 0,
      End: count - 1,
    };
    const wanted = event.altKey ? undefined : steps[event.key];
    if (wanted === undefined || count === 0) return false;
    void this.#goTo(Math.min(count - 1, Math.max(0, wanted)), event);
    return true;
  }

  async #goTo(index: number, { shiftKey, ctrlKey, metaKey }: KeyboardEvent): Promise<void> {
    const { selection, idOf, reach } = this.#parts();
    const turn = this.#turn;
    const row = await reach(index);
    if (row === undefined || turn !== this.#turn) return;
    const id = idOf(row);
    if (shiftKey) selection.extendTo(id, (from, to) => this.#between(from, to));
    else if (ctrlKey || metaKey) selection.goTo(id);
    else selection.select(id);
  }

  #between(from: number, to: number): readonly number[] {
    return idsBetween(this.#parts(), from, to);
  }

  #acts(event: KeyboardEvent): boolean {
    const { rows, selection } = this.#parts();
    if (isCommand(event) && event.code === 'KeyA') {
      this.#selectAll(event);
      return true;
    }
    if (event.key === 'Escape' && selection.count.value > 0) {
      selection.clear();
      return true;
    }
    const row = rows.at(this.#activeIndex());
    return row !== undefined && this.#actsOn(row, event);
  }

  #selectAll({ currentTarget }: KeyboardEvent): void {
    const { rows, selection, idOf } = this.#parts();
    const { count = 0 } = rows;
    const loaded = Array.from({ length: count }, (_, index) => rows.at(index)).filter(
      (row) => row !== undefined,
    );
    if (loaded.length === count) {
      selection.selectAll(loaded.map(idOf));
      return;
    }
    const selected = rows.allIds().then((ids) => selection.selectAll(ids));
    holdKeys(currentTarget, selected).catch(showFailure);
  }

  #actsOn(row: T, event: KeyboardEvent): boolean {
    const { selection, idOf, onOpen, onMenu, onQuickPreview } = this.#parts();
    const { key, code, shiftKey, altKey } = event;
    if (isCommand(event) && code === 'Space') selection.toggle(idOf(row));
    else if (key === 'Enter' && !isCommand(event) && !altKey) onOpen(row);
    else if (key === ' ' && onQuickPreview !== undefined) onQuickPreview((by) => void this.#step(by));
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) onMenu(row);
    else return false;
    return true;
  }

  async #find(start: string): Promise<void> {
    const { rows, selection, idOf, reach } = this.#parts();
    const turn = this.#turn;
    const index = await rows.find(start);
    const row = index === undefined || turn !== this.#turn ? undefined : await reach(index);
    if (row !== undefined && turn === this.#turn) selection.select(idOf(row));
  }

  #jumps(event: KeyboardEvent): boolean {
    const isLetter = event.key.length === 1 && !(event.ctrlKey || event.metaKey || event.altKey);
    const isGoingOn = this.#typed !== '' && event.timeStamp - this.#typedAt < TYPING_MS;
    // Inside a typed prefix, the space is part of the name.
    if (!isLetter || (event.key === ' ' && !isGoingOn)) return false;
    this.#typed = isGoingOn ? this.#typed + event.key : event.key;
    this.#typedAt = event.timeStamp;
    this.#find(this.#typed).catch(showFailure);
    return true;
  }
}

function isCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** The ids of the loaded rows between two rows, inclusive, in either direction. */
export function idsBetween<T>(
  { rows, idOf }: Pick<KeyboardParts<T>, 'rows' | 'idOf'>,
  from: number,
  to: number,
): readonly number[] {
  const places = [rows.indexOf(from), rows.indexOf(to)].filter((place) => place !== -1);
  const first = Math.min(...places);
  const length = Math.max(...places) - first + 1;
  return Array.from({ length }, (_, index) => rows.at(first + index)).flatMap((row) =>
    row === undefined ? [] : idOf(row),
  );
}
