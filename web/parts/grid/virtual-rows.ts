import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Rows } from './rows.ts';
import { type NearRows, type Slot, Slots, waitingKey } from './slots.ts';

/** Entries that are in the document at most, where the screen does not have more. */
const MOST_DRAWN = 44;
/** So long after the last scrolling the list is at rest. */
const REST_MS = 150;

interface VirtualOptions<T> {
  readonly rows: Rows<T>;
  readonly idOf: (row: T) => number;
  readonly rowHeight: number;
  /** Least width of a tile, in pixels; undefined: a row for each. */
  readonly tileWidth?: number;
  /** Where the list was scrolled to when the user was here last, in pixels. */
  readonly top?: number;
}

/** Rows, or rows of tiles, of one height of which only those near the screen are in the document. */
export interface VirtualRows {
  /** Height of all rows, in pixels. */
  readonly height: number;
  /** The elements of the rows. When the user scrolls, they show other rows, and the list is not drawn anew. */
  readonly slots: readonly Slot[];
  /** How many tiles stand beside each other; 1 in a list. */
  readonly perRow: number;
  /** Width of a tile, in pixels. */
  readonly width: number;
  /** Scrolls as far as it takes to show an entry. */
  readonly scrollTo: (index: number) => void;
  /** How many entries the screen has. */
  readonly pageLength: () => number;
}

/** The part of the list that the screen shows, in pixels. */
interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** What of a list is near the screen. */
export function useVirtualRows<T>(
  scroller: RefObject<HTMLElement | null>,
  { rows, idOf, rowHeight, tileWidth, top = 0 }: VirtualOptions<T>,
): VirtualRows {
  const [, redraw] = useState({});
  const view = useRef<View>({ top, height: 0, width: 0 });
  const { count = 0 } = rows;
  const perRow = tileWidth === undefined ? 1 : Math.max(1, Math.floor(view.current.width / tileWidth));
  const slots = useMemo(() => new Slots(() => slotInUse(scroller.current)), []);
  const near = (): NearRows => ({
    ...placesNear(view.current, { rowHeight, perRow, count }),
    keyAt: (place) => {
      const row = rows.at(place);
      return row === undefined ? waitingKey(place) : idOf(row);
    },
  });
  const drawn = near();
  slots.show(drawn);
  slots.sort();
  useEffect(() => rows.show(drawn.from, drawn.to), [rows, drawn.from, drawn.to]);
  const look = (): void => {
    const { width } = view.current;
    const { scrollTop = 0, clientHeight = 0, clientWidth = 0 } = scroller.current ?? {};
    view.current = { top: scrollTop, height: clientHeight, width: clientWidth };
    const seen = near();
    if (slots.show(seen) || width !== clientWidth) redraw({});
    rows.show(seen.from, seen.to);
  };
  // Screen readers read the rows as they stand in the document. To move them there costs too much while the user scrolls.
  const rest = (): void => {
    if (!slots.areInOrder) redraw({});
  };
  useScrolling(scroller, top, { look, rest });
  return {
    height: Math.ceil(count / perRow) * rowHeight,
    perRow,
    width: view.current.width / perRow,
    slots: slots.all,
    scrollTo: (index) => {
      const box = scroller.current;
      const start = Math.floor(index / perRow) * rowHeight;
      if (box) box.scrollTop = Math.min(start, Math.max(box.scrollTop, start + rowHeight - box.clientHeight));
    },
    pageLength: () => perRow * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  };
}

interface ScrollingParts {
  /** Another part of the list may be seen now. */
  readonly look: () => void;
  /** The user has scrolled, and stopped. */
  readonly rest: () => void;
}

/** @param top where the list is scrolled to at first, in pixels */
function useScrolling(scroller: RefObject<HTMLElement | null>, top: number, parts: ScrollingParts): void {
  const latest = useRef(parts);
  latest.current = parts;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => latest.current.look();
    const scroll = (): void => {
      look();
      clearTimeout(resting);
      resting = setTimeout(() => latest.current.rest(), REST_MS);
    };
    box.scrollTop = top;
    look();
    box.addEventListener('scroll', scroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => {
      clearTimeout(resting);
      box.removeEventListener('scroll', scroll);
      observer.disconnect();
    };
  }, []);
}

/** Something in it has the focus, such as the field of a new name, or the pointer is pressed on it: moved, it would get no click. */
function slotInUse(scroller: HTMLElement | null): number | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('.grid-row');
  const row =
    focused && scroller?.contains(focused) === true
      ? focused
      : scroller?.querySelector<HTMLElement>('.grid-row:active');
  return row ? Number(row.dataset['slot']) : undefined;
}

interface Measures {
  readonly rowHeight: number;
  readonly perRow: number;
  readonly count: number;
}

/** The places of the entries that are in the document for a part of the list; none before its size is known. */
function placesNear({ top, height }: View, { rowHeight, perRow, count }: Measures): Omit<NearRows, 'keyAt'> {
  if (height === 0) return { from: 0, to: 0 };
  // At either edge a part of a row may be seen.
  const seen = Math.ceil(height / rowHeight) + 1;
  const ahead = Math.max(1, Math.floor((MOST_DRAWN / perRow - seen) / 2));
  const first = Math.max(0, Math.floor(top / rowHeight) - ahead);
  return { from: first * perRow, to: Math.min((first + seen + 2 * ahead) * perRow, count) };
}
